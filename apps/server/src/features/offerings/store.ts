import type { OfferingChange } from '@rueda/contract/admin/offerings.ts'
import type { OfferingKind, OfferingStatus } from '@rueda/rules/offerings/offering.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { SwitchCause } from '@rueda/rules/switches/switch.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** The changes of what is offered, in SQL. */
type Change = Readonly<{
  changeId: string
  kind: OfferingKind
  id: string
  status: OfferingStatus
  cause: SwitchCause | null
  reason: ActReason
  note: string | undefined
  at: Instant
  staffId: string
  approvalId: string | null
}>

export async function insertChange(client: PoolClient, change: Change): Promise<void> {
  const { changeId, kind, id, status, cause, reason, note, at, staffId, approvalId } = change
  await client.query(
    `insert into offering_changes (change_id, kind, offering_id, status, cause, reason, note, at, staff_id, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [changeId, kind, id, status, cause, reason, note ?? null, at, staffId, approvalId],
  )
}

/** Two colleagues who change the same one at a time wait for each other. */
export const lockOffering = async (client: PoolClient, key: string): Promise<void> =>
  void (await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`offering:${key}`]))

type Row = Readonly<{
  change_id: string
  kind: OfferingKind
  offering_id: string
  status: OfferingStatus
  cause: SwitchCause | null
  reason: ActReason
  note: string | null
  by: string
  asked_by: string | null
  at: bigint
}>
const MAX_SHOWN = 50

export async function newestChanges(reader: Reader): Promise<OfferingChange[]> {
  const { rows } = await reader.query<Row>(NEWEST)
  return rows.map((row) => ({
    ...{ changeId: row.change_id, kind: row.kind, id: row.offering_id, status: row.status, cause: row.cause },
    ...{ reason: row.reason, note: row.note, by: row.by, askedBy: row.asked_by, timestamp: Number(row.at) },
  }))
}

const NEWEST = `
  select c.change_id::text, c.kind, c.offering_id, c.status, c.cause, c.reason, c.note, c.at, s.name as by, m.name as asked_by
  from offering_changes c join staff s using (staff_id) left join approvals a using (approval_id) left join staff m on m.staff_id = a.maker
  order by c.at desc, c.change_id desc limit ${MAX_SHOWN}`
