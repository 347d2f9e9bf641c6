import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { spanText } from '../../shared/text/span-text.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'

/** Route `pages/trust/withdrawals`: the time withdrawals take here, for anybody to see. */
export function WithdrawalClock() {
  const t = useText('withdrawals')
  const titles = useText('titles')
  const read = useQuery(query(withdrawals.clock, {}))
  return (
    <Screen title={titles('withdrawalClock')} actions={<RefreshButton />}>
      <PullToRefresh />
      <p className="text-label font-normal text-text2">{t('clock.why')}</p>
      <Loaded query={read} reason={whyFailed}>
        {({ medianMs, p95Ms, oldestOpenMs, open, overdue, paid, refusals, asOfTimestamp }) => (
          <div className="flex flex-col gap-3">
            <Card title={t('clock.times')}>
              <Facts
                rows={[
                  { label: t('clock.median'), value: medianMs === null ? '—' : spanText(t, medianMs) },
                  { label: t('clock.p95'), value: p95Ms === null ? '—' : spanText(t, p95Ms) },
                  { label: t('clock.paid'), value: String(paid) },
                  { label: t('clock.open'), value: String(open) },
                  { label: t('clock.oldest'), value: oldestOpenMs === null ? '—' : spanText(t, oldestOpenMs) },
                  { label: t('clock.overdue'), value: String(overdue) },
                ]}
              />
            </Card>
            <Card title={t('clock.refusals')}>
              {refusals.length === 0 ? (
                <p className="text-label font-normal text-text3">{t('clock.noRefusals')}</p>
              ) : (
                <Facts rows={refusals.map(({ reason, count }) => ({ label: t(`reason.${reason}`), value: String(count) }))} />
              )}
            </Card>
            <p className="num text-meta text-text3">{t('clock.asOf', { at: formatDateTime(asOfTimestamp) })}</p>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}
