import { approvals } from '@rueda/contract/admin/approvals.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { powerNames } from '@rueda/rules/staff/powers.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { subjectOf } from './subjects.ts'
import { WAITING, type WaitingRow, presentApproval } from './waiting.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'

/** Requests that wait for a second person. */
export const approvalAdminRoutes = ({ pool }: FullApp): StaffRegistered =>
  staffRoutes(approvals, {
    list: async ({ staff, now }) => {
      const mine = staff.roles.includes('auditor') ? powerNames : staff.powers
      const { rows } = await pool.query<WaitingRow>(`${WAITING} and power = any($2::text[]) order by made_at, approval_id`, [now, mine])
      const listed = rows.map(async (row) => ({ ...presentApproval(row, staff, now), about: await subjectOf(pool, row) }))
      return ok(await Promise.all(listed))
    },

    refuse: ({ input, staff, now, trace }) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<WaitingRow>(`${WAITING} and approval_id = $2 for update of approvals`, [now, input.id])
        const row = rows[0]
        if (row === undefined) return refuse('object.not_found')
        if (!staff.powers.includes(row.power)) return refuse('staff.role_missing')
        await refuseApproval(client, row.approval_id, staff, now)
        const { reason, note } = input
        const after = { power: row.power, state: row.maker === staff.staffId ? 'takenBack' : 'refused' }
        await trace(client, { accountId: row.account_id, subject: row.subject, reason, note, after, approvalId: row.approval_id })
        return ok(true)
      }),
  })

type Refusing = Readonly<{ staffId: string; personId: string; verifiedAt: Instant }>
type Client = Parameters<Parameters<typeof inTransaction>[1]>[0]

const refuseApproval = (client: Client, approvalId: string, { staffId, personId, verifiedAt }: Refusing, now: Instant): Promise<unknown> =>
  client.query(
    `update approvals set checker = $2, checker_person = $3, checker_verified_at = $4, decided_at = $5, decision = 'refused' where approval_id = $1`,
    [approvalId, staffId, personId, verifiedAt, now],
  )
