import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { withdrawals } from '@rueda/contract/withdrawals.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { SHOWN_AFTER_MS } from '@rueda/rules/withdrawals/waits.ts'
import type { WithdrawalReason } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { Reader } from '../../db/snapshot.ts'

type Clock = DataOf<typeof withdrawals.clock>

const LOOKS_BACK_MS = 30 * DAY_MS

/**
 * Durations of all customers' withdrawals: the median and the slowest twentieth of those paid, the oldest that is open, and why others were
 * refused or came back. None of it reveals whose they are.
 */
export async function withdrawalClock(reader: Reader, now: Instant): Promise<Clock> {
  const since = now - LOOKS_BACK_MS
  const times = await reader.query<TimesRecord>(TIMES, [since, now - SHOWN_AFTER_MS])
  const refused = await reader.query<{ reason: WithdrawalReason; count: bigint }>(REFUSED, [since])
  const [row] = times.rows
  const oldest = row?.oldest ?? null
  return {
    medianMs: rounded(row?.median),
    p95Ms: rounded(row?.slow),
    paid: Number(row?.paid ?? 0n),
    open: Number(row?.open ?? 0n),
    overdue: Number(row?.overdue ?? 0n),
    oldestOpenMs: oldest === null ? null : Math.max(0, now - Number(oldest)),
    refusals: refused.rows.map(({ reason, count }) => ({ reason, count: Number(count) })),
    sinceTimestamp: since,
    asOfTimestamp: now,
  }
}

const rounded = (value: number | null | undefined): number | null => (value === null || value === undefined ? null : Math.round(value))

type TimesRecord = Readonly<{
  median: number | null
  slow: number | null
  paid: bigint
  open: bigint
  overdue: bigint
  oldest: bigint | null
}>

const TIMES = `
  select percentile_cont(0.5) within group (order by sent_at - started_at) filter (where status = 'sent') as median,
         percentile_cont(0.95) within group (order by sent_at - started_at) filter (where status = 'sent') as slow,
         count(*) filter (where status = 'sent') as paid,
         count(*) filter (where status in ('pending', 'sending')) as open,
         count(*) filter (where status in ('pending', 'sending') and started_at <= $2) as overdue,
         min(started_at) filter (where status in ('pending', 'sending')) as oldest
  from withdrawals where (status = 'sent' and sent_at >= $1) or status in ('pending', 'sending')`

const REFUSED = `
  select reason, count(*) as count from withdrawals where status in ('rejected', 'returned') and changed_at >= $1
  group by reason order by count desc, reason`
