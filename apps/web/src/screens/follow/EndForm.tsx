import { type FollowOrder, follow } from '@rueda/contract/follow.ts'
import { EXIT_FEE } from '@rueda/rules/follow/agency.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { CURRENCY, shareText } from './figures.ts'
import { useAgencies } from './use-follow.ts'

/** What ending before the term would pay at the last value, what it costs, and when it happens. */
export function EndForm({ mandate: now, onDone }: Readonly<{ mandate: FollowOrder; onDone: () => void }>) {
  const t = useText('follow')
  const { language, offline, text } = useUi()
  const sending = useCall(follow.end, {
    onDone: ({ ending }) => {
      void toast(t('end.done', { date: formatDate(ending?.date ?? '') }))
      onDone()
    },
  })
  const { id, agencyId, currentValue, ifEnded } = useHeld(now, sending.pending)
  const agency = useAgencies('risk').data?.find((each) => each.id === agencyId)
  const about = (value: string | undefined) => (value === undefined ? null : t('about', { num: formatMoney(language, value, CURRENCY) }))
  return (
    <div className="flex flex-col gap-3">
      <Facts
        rows={[
          { label: t('fact.value'), value: about(currentValue) },
          { label: t('fact.exitFee'), value: about(ifEnded?.exitFee) },
          { label: t('example.share'), value: about(ifEnded?.profitShare) },
          { label: t('example.get'), value: about(ifEnded?.payout), strong: true },
        ]}
      />
      {agency === undefined ? null : (
        <InlineMessage tone="warn">
          {t('end.note', {
            date: formatDate(agency.dealDate),
            share: shareText(language, formatScaled(EXIT_FEE)),
            until: formatDeadline(agency.cutOffTimestamp),
          })}
        </InlineMessage>
      )}
      <FormError error={sending.error} />
      <ConfirmHold
        label={offline ? text.offline : t('end.hold')}
        tapLabel={t('end')}
        pending={sending.pending}
        disabled={offline || agency === undefined}
        onConfirm={() => void sending.run({ id, takesExitFee: 1 })}
      />
    </div>
  )
}
