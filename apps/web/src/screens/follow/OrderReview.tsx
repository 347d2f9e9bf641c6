import { type FollowAgency, type FollowOrder, follow } from '@rueda/contract/follow.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { useState } from 'react'
import { PayPasswordField, refusalsOfPayPassword } from '../../shared/cards/PayPasswordField.tsx'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { Example } from './Example.tsx'
import { CURRENCY, WALLET, shareText } from './figures.ts'
import { OrderDates } from './OrderDates.tsx'
import { type Draft, centsOf } from './order-draft.ts'

type OrderReviewProps = Readonly<{ open: boolean; agency: FollowAgency; draft: Draft; onClose: () => void }>

/** The whole order once more, with its example, what it leaves and how it binds, then the password and the hold; and its result. */
export function OrderReview({ open, agency, draft, onClose }: OrderReviewProps) {
  const t = useText('follow')
  const [done, setDone] = useState<FollowOrder | null>(null)
  return (
    <Sheet open={open} onClose={onClose} title={done === null ? t(`name.${agency.id}`) : t('result.title')}>
      {done === null ? <Review agency={agency} draft={draft} onDone={setDone} /> : <Done order={done} />}
    </Sheet>
  )
}

function Review({ agency, draft, onDone }: Readonly<{ agency: FollowAgency; draft: Draft; onDone: (order: FollowOrder) => void }>) {
  const t = useText('follow')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const [payPassword, setPayPassword] = useState('')
  const sending = useCall(follow.add, { onDone })
  const { at, above } = failureAt(sending.error, { payPassword: refusalsOfPayPassword })
  const amount = finish(draft.amount)
  const { available, after } = useHeld(useBuyingPower(WALLET, amount), sending.pending)
  const { termDays, lossLimit } = draft
  const money = (value: string) => <Money value={value} currency={CURRENCY} own />
  return (
    <div className="flex flex-col gap-3">
      <Facts
        rows={[
          { label: t('fact.puts'), value: money(amount), strong: true },
          available === undefined || after === undefined
            ? null
            : { label: walletName(common, WALLET), before: money(available), value: money(after) },
          { label: t('term'), value: t('days', { days: String(termDays) }) },
          { label: t('limit'), value: lossLimit === null ? t('limit.none') : formatPercent(language, String(lossLimit), 'plain') },
          { label: t('cost.share'), value: shareText(language, agency.profitShareRate) },
          { label: t('cost.management'), value: shareText(language, agency.mgmtFeeRate) },
        ]}
      />
      <OrderDates agency={agency} termDays={termDays} />
      <Example agency={agency} cents={centsOf(amount)} />
      <InlineMessage tone="info">{t('forward')}</InlineMessage>
      <InlineMessage tone="warn">{t('lock', { share: shareText(language, agency.exitFeeRate) })}</InlineMessage>
      <PayPasswordField value={payPassword} onChange={setPayPassword} refusal={at.payPassword} />
      <FormError error={above} />
      <ConfirmHold
        label={offline ? text.offline : t('hold')}
        tapLabel={t('follow')}
        pending={sending.pending}
        disabled={offline || payPassword === ''}
        onConfirm={() =>
          void sending.run({
            ...{ agencyId: agency.id, amount, termDays, agreeRisk: 1, payPassword },
            ...(lossLimit === null ? {} : { lossLimit }),
          })
        }
      />
    </div>
  )
}

function Done({ order }: Readonly<{ order: FollowOrder }>) {
  const t = useText('follow')
  const go = useGo()
  const until = order.cutOffTimestamp === null ? '' : formatDeadline(order.cutOffTimestamp)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-text2" role="status">
        {t('result.text', { date: formatDate(order.confirmDate), until })}
      </p>
      <Button size="large" wide onPress={() => go('pages/product/follow', { tab: 'mine' })}>
        {t('result.mine')}
      </Button>
    </div>
  )
}
