import { type FundOrder, type FundProduct, funds } from '@rueda/contract/funds.ts'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { BringNote } from '../../shared/wallets/BringNote.tsx'
import { bringOf } from '../../shared/wallets/buying-power.ts'
import { powerRows } from '../../shared/wallets/power-text.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'
import { shareText } from './figures.ts'

type SubscribeReviewProps = Readonly<{ fund: FundProduct; amount: string; onDone: (order: FundOrder) => void }>

/** The whole subscription once more, with what it leaves in the wallet and how long it binds, and the hold that sends it. */
export function SubscribeReview({ fund, amount, onDone }: SubscribeReviewProps) {
  const t = useText('funds')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const { id, walletType, termDays, earlyRedeemFeeRate } = fund
  const sending = useCall(funds.create, { onDone })
  const power = useHeld(useBuyingPower(walletType, finish(amount)), sending.pending)
  return (
    <div className="flex flex-col gap-3">
      <SubscriptionFacts fund={fund} amount={amount} after={powerRows(common, power)} />
      <BringNote power={power} />
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
        onConfirm={() => void sending.run({ productId: id, action: 'subscribe', amount: finish(amount), ...bringOf(power) })}
      />
    </div>
  )
}
