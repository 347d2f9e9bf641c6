import { type Approval, approvals } from '@rueda/contract/admin/approvals.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { type PowerName, powerNames, roleFor } from '@rueda/rules/staff/powers.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../assemble.ts'
import type { Reader } from '../db/snapshot.ts'
import { inTransaction } from '../db/transaction.ts'
import { subjectOf } from './approval-subjects.ts'
import { type Staff, type StaffRegistered, staffRoutes } from './handler.ts'

type Row = Readonly<{
  approval_id: string
  power: PowerName
  subject: string
  path: string
  payload: Record<string, unknown>
  account_id: string | null
  maker: string
  maker_person: string
  maker_name: string
  made_at: bigint
  expires_at: bigint
  alone_from: bigint | null
}>

/** What waits for a second person. */
export const approvalRoutes = ({ pool }: FullApp): StaffRegistered =>
  staffRoutes(approvals, {
    list: async ({ staff, now }) => {
      const mine = powerNames.filter((power) => roleFor(power, staff.roles) !== null || staff.roles.includes('auditor'))
      const { rows } = await pool.query<Row>(`${WAITING} and power = any($2::text[]) order by made_at, approval_id`, [now, mine])
      const listed = rows.map(async (row) => ({ ...presentApproval(row, staff, now), about: await subjectOf(pool, row) }))
      return ok(await Promise.all(listed))
    },

    refuse: ({ input, staff, now, trace }) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<Row>(`${WAITING} and approval_id = $2 for update of approvals`, [now, input.id])
        const row = rows[0]
        if (row === undefined) return refuse('object.not_found')
        if (roleFor(row.power, staff.roles) === null) return refuse('staff.role_missing')
        await refuseApproval(client, row.approval_id, staff, now)
        const { reason, note } = input
        const after = { power: row.power, state: row.maker === staff.staffId ? 'takenBack' : 'refused' }
        await trace(client, { accountId: row.account_id, subject: row.subject, reason, note, after, approvalId: row.approval_id })
        return ok(true)
      }),
  })

const WAITING = `
  select approval_id::text, power, subject, path, payload, account_id::text, maker::text, maker_person::text, staff.name as maker_name, made_at, expires_at, alone_from
  from approvals join staff on staff.staff_id = approvals.maker where decision is null and expires_at >= $1`

type Refusing = Readonly<{ staffId: string; personId: string; verifiedAt: Instant }>
type Client = Parameters<Parameters<typeof inTransaction>[1]>[0]

const refuseApproval = (client: Client, approvalId: string, { staffId, personId, verifiedAt }: Refusing, now: Instant): Promise<unknown> =>
  client.query(
    `update approvals set checker = $2, checker_person = $3, checker_verified_at = $4, decided_at = $5, decision = 'refused' where approval_id = $1`,
    [approvalId, staffId, personId, verifiedAt, now],
  )

/** What somebody has asked for about one thing and another person has not approved yet. */
export async function waitingAbout(
  reader: Reader,
  { power, subject, staff, now }: Readonly<{ power: PowerName; subject: string; staff: Staff; now: Instant }>,
): Promise<Approval | null> {
  const { rows } = await reader.query<Row>(`${WAITING} and power = $2 and subject = $3`, [now, power, subject])
  return rows[0] === undefined ? null : presentApproval(rows[0], staff, now)
}

const presentApproval = (row: Row, staff: Staff, now: Instant): Approval => ({
  id: row.approval_id,
  power: row.power,
  path: row.path,
  payload: row.payload,
  accountId: row.account_id,
  makerName: row.maker_name,
  madeTimestamp: Number(row.made_at),
  expireTimestamp: Number(row.expires_at),
  aloneTimestamp: row.alone_from === null ? null : Number(row.alone_from),
  canApprove: mayDecide(row, staff, now) && roleFor(row.power, staff.roles) !== null ? 1 : 0,
})

/** Another person, or the same one once nobody objected for a day. */
const mayDecide = (row: Row, { personId }: Staff, now: Instant): boolean =>
  row.maker_person !== personId || (row.alone_from !== null && Number(row.alone_from) <= now)
