import { complaints } from '@rueda/contract/complaints.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/** How many complaints wait and how many were answered in time, of all customers. */
export function ComplaintCounts() {
  const t = useText('complaints')
  const { language } = useUi()
  const read = useQuery(query(complaints.counts, {}))
  const whole = (value: number): string => formatNumber(language, String(value), { least: 0, most: 0 })
  return (
    <Card title={t('counts')}>
      <Loaded query={read} reason={whyFailed}>
        {({ open, overdue, answered, answeredInTime, asOfTimestamp }) => (
          <>
            <Facts
              rows={[
                { label: t('counts.open'), value: whole(open) },
                { label: t('counts.overdue'), value: whole(overdue), tone: overdue > 0 ? 'danger' : undefined },
                { label: t('counts.answered'), value: whole(answered) },
                { label: t('counts.inTime'), value: answered === 0 ? '—' : whole(answeredInTime) },
              ]}
            />
            <p className="num pt-2 text-meta text-text3">{t('counts.asOf', { at: formatDateTime(asOfTimestamp) })}</p>
          </>
        )}
      </Loaded>
    </Card>
  )
}
