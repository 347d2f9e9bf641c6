import type { KeptFeeVersion } from '@rueda/contract/admin/fees.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import type { marketsJson } from './book.ts'

/** The versions of the commissions, in SQL. */
type Kept = Readonly<{
  version: number
  firstDay: CalendarDate
  startsAt: Instant
  markets: ReturnType<typeof marketsJson>
  reason: ActReason
  note: string | undefined
  at: Instant
  staffId: string
  approvalId: string
}>

export async function insertVersion(client: PoolClient, kept: Kept): Promise<void> {
  const { version, firstDay, startsAt, markets, reason, note, at, staffId, approvalId } = kept
  await client.query(
    `insert into fee_versions (version, first_day, starts_at, markets, reason, note, at, staff_id, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [version, firstDay, startsAt, JSON.stringify(markets), reason, note ?? null, at, staffId, approvalId],
  )
}

type MakerRow = Readonly<{ version: number; asked_by: string; by: string; reason: ActReason; note: string | null; at: bigint }>

const MAKERS = `
  select v.version, m.name as asked_by, s.name as by, v.reason, v.note, v.at
  from fee_versions v join staff s using (staff_id) join approvals a using (approval_id) join staff m on m.staff_id = a.maker`

/** Who made each version after the first, and why. */
export async function makersOf(reader: Reader): Promise<ReadonlyMap<number, NonNullable<KeptFeeVersion['made']>>> {
  const { rows } = await reader.query<MakerRow>(MAKERS)
  return new Map(
    rows.map(({ version, asked_by: askedBy, by, reason, note, at }) => [version, { askedBy, by, reason, note, timestamp: Number(at) }]),
  )
}
