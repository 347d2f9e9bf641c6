import { type AuditRow, audit } from '@rueda/contract/admin/audit.ts'
import { ok } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { MAX_ROWS, exportAudit } from './export.ts'
import { verifyAudit } from './anchors.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import { acknowledge, newestAlerts } from './alerts.ts'

type Row = Readonly<{
  sequence: bigint
  at: bigint
  staff_id: string
  staff_name: string
  role: AuditRow['role']
  power: AuditRow['power']
  account_id: string | null
  subject: string | null
  reason: AuditRow['reason']
  note: string | null
  before: unknown
  after: unknown
  request_id: string
  address: string
  approval_id: string | null
  hash: string
}>

/** The audit log is read and verified here; nothing changes it. */
export const auditAdminRoutes = ({ pool, settings }: FullApp): StaffRegistered =>
  staffRoutes(audit, {
    list: ({ input }) => {
      return inSnapshot(pool, async (reader) => {
        const { rows, total } = await readRows(reader, input, sliceOf(input))
        return ok(pageOf(rows, total, input))
      })
    },

    export: async ({ input, staff, now, requestId, trace }) => {
      const { reason, note, ...wanted } = input
      const found = await inSnapshot(pool, (reader) => readRows(reader, wanted, { limit: MAX_ROWS, offset: 0 }))
      const file = exportAudit(found.rows, found.total, { staff, requestId, now })
      return inTransaction(pool, async (client) => {
        await trace(client, { accountId: null, subject: 'audit', reason, note, after: { ...wanted, entries: file.entries } })
        return ok(file)
      })
    },

    alerts: async () => ok(await newestAlerts(pool)),
    acknowledge: (request) => acknowledge(pool, request),

    verify: async () => ok(await verifyAudit(pool, settings.DATA_DIR)),
  })

type Wanted = Readonly<{ power?: string | undefined; staffId?: string | undefined; accountId?: string | undefined }>
type Slice = Readonly<{ limit: number; offset: number }>

async function readRows(reader: Reader, { power, staffId, accountId }: Wanted, { limit, offset }: Slice) {
  const values = [power ?? null, staffId ?? null, accountId ?? null]
  const { rows } = await reader.query<Row>(`${LIST} ${WANTED} order by sequence desc limit ${limit} offset ${offset}`, values)
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from audit_log a ${WANTED}`, values)
  return { rows: rows.map(presentRow), total: Number(counted.rows[0]?.total ?? 0n) }
}

const WANTED = `
  where ($1::text is null or a.power = $1) and ($2::uuid is null or a.staff_id = $2) and ($3::text is null or a.account_id::text = $3)`
const LIST = `
  select a.sequence, a.at, a.staff_id::text, s.name as staff_name, a.role, a.power, a.account_id::text, a.subject, a.reason, a.note, a.before,
         a.after, a.request_id::text, a.address, a.approval_id::text, encode(a.hash, 'hex') as hash
  from audit_log a join staff s using (staff_id)`

const presentRow = (row: Row): AuditRow => ({
  sequence: Number(row.sequence),
  timestamp: Number(row.at),
  staffId: row.staff_id,
  staffName: row.staff_name,
  role: row.role,
  power: row.power,
  accountId: row.account_id,
  subject: row.subject,
  reason: row.reason,
  note: row.note,
  before: row.before,
  after: row.after,
  requestId: row.request_id,
  address: row.address,
  approvalId: row.approval_id,
  hash: row.hash,
})
