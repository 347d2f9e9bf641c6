import type { FollowAgency } from '@rueda/contract/follow.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useText } from '../../shared/text/text.ts'

/** When an order of this moment begins, until when it can be cancelled, and when its term ends. */
export function OrderDates({ agency, termDays }: Readonly<{ agency: FollowAgency; termDays: number }>) {
  const t = useText('follow')
  return (
    <Facts
      rows={[
        { label: t('date.deal'), value: formatDate(agency.dealDate) },
        { label: t('date.undo'), value: formatDeadline(agency.cutOffTimestamp) },
        { label: t('date.ends'), value: formatDate(addDays(agency.dealDate, termDays)) },
      ]}
    />
  )
}
