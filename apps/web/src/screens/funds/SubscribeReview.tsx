import { type FundOrder, type FundProduct, funds } from '@rueda/contract/funds.ts'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'
import { differenceText, shareText } from './figures.ts'
import { useFundWallet } from './use-funds.ts'

type SubscribeReviewProps = Readonly<{ fund: FundProduct; amount: string; onDone: (order: FundOrder) => void }>

/** The whole subscription once more, with what it leaves in the wallet and how long it binds, and the hold that sends it. */
export function SubscribeReview({ fund, amount, onDone }: SubscribeReviewProps) {
  const t = useText('funds')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const { id, currency, walletType, termDays, earlyRedeemFeeRate } = fund
  const available = useFundWallet(fund).data?.available
  const sending = useCall(funds.create, { onDone })
  const money = (value: string) => <Money value={value} currency={currency} own />
  const after =
    available === undefined
      ? null
      : { label: walletName(common, walletType), before: money(available), value: money(differenceText(available, finish(amount))) }
  return (
    <div className="flex flex-col gap-3">
      <SubscriptionFacts fund={fund} amount={amount} after={after} />
      <InlineMessage tone="info">{t('forward')}</InlineMessage>
      {termDays === null ? null : (
        <InlineMessage tone="warn">
          {t('locked', { days: formatNumber(language, String(termDays)), share: shareText(language, earlyRedeemFeeRate) })}
        </InlineMessage>
      )}
      <FormError error={sending.error} />
      <ConfirmHold
        label={offline ? text.offline : t('review.hold')}
        tapLabel={t('subscribe')}
        pending={sending.pending}
        disabled={offline}
        onConfirm={() => void sending.run({ productId: id, action: 'subscribe', amount: finish(amount) })}
      />
    </div>
  )
}
