import { powerNames, powerOf } from '@rueda/rules/staff/powers.ts'
import { HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Ids } from '../deps.ts'
import type { Reader } from '../db/snapshot.ts'

/** More customers opened in an hour than anybody's work needs (`docs/rules/back-office.md` BO-07). */
export const MAX_READS_AN_HOUR = 50
const opening = powerNames.filter((name) => powerOf(name).kind === 'open')

type Reading = Readonly<{ staffId: string; now: Instant }>

/** Called with every trace of opening, in its transaction: one alert as the line is crossed, and one an hour at most. */
export async function watchReads(client: PoolClient, { ids }: Readonly<{ ids: Ids }>, { staffId, now }: Reading): Promise<void> {
  const { rows } = await client.query<{ reads: bigint }>(COUNT, [staffId, now - HOUR_MS, opening])
  const reads = Number(rows[0]?.reads ?? 0n)
  if (reads > MAX_READS_AN_HOUR) await client.query(ALERT, [ids.next(), staffId, reads, now, now - HOUR_MS])
}

/** More than anybody opens in an hour; the rows of earlier years are not looked at. */
const NEWEST_ROWS = 1_000
const COUNT = `
  select count(*) as reads
  from (select at, power from audit_log where staff_id = $1 order by sequence desc limit ${NEWEST_ROWS}) newest
  where at > $2 and power = any($3)`
const ALERT = `
  insert into staff_alerts (alert_id, staff_id, reads, at)
  select $1, $2, $3, $4 where not exists (select from staff_alerts where staff_id = $2 and at > $5)`

export async function countAlerts(reader: Reader): Promise<Readonly<{ open: number; oldestTimestamp: Instant | null }>> {
  const { rows } = await reader.query<{ open: bigint; oldest: bigint | null }>(
    'select count(*) as open, min(at) as oldest from staff_alerts where acknowledged_at is null',
  )
  const oldest = rows[0]?.oldest ?? null
  return { open: Number(rows[0]?.open ?? 0n), oldestTimestamp: oldest === null ? null : Number(oldest) }
}
