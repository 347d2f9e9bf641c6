import type { SwitchChange } from '@rueda/contract/admin/switches.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { SwitchCause, SwitchName } from '@rueda/rules/switches/switch.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** The turns of the switches, in SQL. */
type Turn = Readonly<{
  changeId: string
  name: SwitchName
  cause: SwitchCause | null
  reason: ActReason
  note: string | undefined
  at: Instant
  staffId: string
  approvalId: string | null
}>

export async function insertTurn(client: PoolClient, turn: Turn): Promise<void> {
  const { changeId, name, cause, reason, note, at, staffId, approvalId } = turn
  await client.query(
    `insert into switch_changes (change_id, name, is_off, cause, reason, note, at, staff_id, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [changeId, name, cause !== null, cause, reason, note ?? null, at, staffId, approvalId],
  )
}

type Row = Readonly<{
  change_id: string
  name: SwitchName
  is_off: boolean
  cause: SwitchCause | null
  reason: ActReason
  note: string | null
  by: string
  asked_by: string | null
  at: bigint
}>
const MAX_SHOWN = 50

export async function newestTurns(reader: Reader): Promise<SwitchChange[]> {
  const { rows } = await reader.query<Row>(NEWEST)
  return rows.map((row) => ({
    id: row.change_id,
    name: row.name,
    isOff: row.is_off ? 1 : 0,
    cause: row.cause,
    reason: row.reason,
    note: row.note,
    by: row.by,
    askedBy: row.asked_by,
    timestamp: Number(row.at),
  }))
}

const NEWEST = `
  select c.change_id::text, c.name, c.is_off, c.cause, c.reason, c.note, c.at, s.name as by, m.name as asked_by
  from switch_changes c join staff s using (staff_id) left join approvals a using (approval_id) left join staff m on m.staff_id = a.maker
  order by c.at desc, c.change_id desc limit ${MAX_SHOWN}`
