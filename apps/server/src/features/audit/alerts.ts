import type { StaffAlert, audit } from '@rueda/contract/admin/audit.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { StaffRequest } from '../../admin/handler.ts'

/** Alerts about staff, and that another person has looked at one. */
type Row = Readonly<{
  alert_id: string
  staff_id: string
  staff_name: string
  kind: StaffAlert['kind']
  reads: number | null
  at: bigint
  acknowledged_by: string | null
  acknowledged_at: bigint | null
}>
const MAX_SHOWN = 50

export async function newestAlerts(reader: Reader): Promise<StaffAlert[]> {
  const { rows } = await reader.query<Row>(NEWEST)
  return rows.map((row) => ({
    ...{ id: row.alert_id, staffId: row.staff_id, staffName: row.staff_name, kind: row.kind, reads: row.reads, timestamp: Number(row.at) },
    acknowledgedBy: row.acknowledged_by,
    acknowledgedTimestamp: row.acknowledged_at === null ? null : Number(row.acknowledged_at),
  }))
}

const NEWEST = `
  select a.alert_id::text, a.staff_id::text, s.name as staff_name, a.kind, a.reads, a.at, o.name as acknowledged_by, a.acknowledged_at
  from staff_alerts a join staff s using (staff_id) left join staff o on o.staff_id = a.acknowledged_by
  order by a.acknowledged_at is null desc, a.at desc limit ${MAX_SHOWN}`

type Standing = Readonly<{ person_id: string; staff_id: string; kind: StaffAlert['kind']; reads: number | null }>

export const acknowledge = (pool: Pool, { input, staff, now, trace }: StaffRequest<typeof audit.acknowledge>): Promise<Result<true>> =>
  inTransaction(pool, async (client): Promise<Result<true>> => {
    const { rows } = await client.query<Standing>(
      `select s.person_id::text, s.staff_id::text, a.kind, a.reads from staff_alerts a join staff s using (staff_id)
       where a.alert_id = $1 and a.acknowledged_at is null for update of a`,
      [input.id],
    )
    const [alert] = rows
    if (alert === undefined) return refuse('object.not_found')
    if (alert.person_id === staff.personId) return refuse('approval.same_person')
    await client.query('update staff_alerts set acknowledged_by = $2, acknowledged_at = $3 where alert_id = $1', [
      input.id,
      staff.staffId,
      now,
    ])
    const { reason, note } = input
    await trace(client, {
      accountId: null,
      subject: `staff:${alert.staff_id}`,
      reason,
      note,
      after: { kind: alert.kind, reads: alert.reads },
    })
    return ok(true)
  })
