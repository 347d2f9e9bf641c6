import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { type StaffChangeRequest, staff } from '@rueda/contract/admin/staff.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { endRequests } from '../approvals/approvals.ts'
import type { StaffRequest } from '../../admin/handler.ts'

/** Changes of the staff that one person will be able to make alone: everybody who works here reads them and can object. */
type Row = Readonly<{
  approval_id: string
  path: string
  name: string
  email: string
  roles: StaffRole[]
  composed: string[]
  powers: PowerName[]
  maker_person: string
  maker_name: string
  made_at: bigint
  alone_from: bigint
  expires_at: bigint
}>

const kinds: Readonly<Record<string, StaffChangeRequest['kind']>> = {
  [staff.invite.path]: 'invite',
  [staff.inviteAgain.path]: 'inviteAgain',
  [staff.changeRoles.path]: 'changeRoles',
  [staff.disable.path]: 'disable',
  [composedRoles.compose.path]: 'composeRole',
  [composedRoles.change.path]: 'changeRole',
  [composedRoles.retire.path]: 'retireRole',
}

export async function waitingChanges(
  { pool }: FullApp,
  { staff: caller, now }: StaffRequest<typeof staff.requests>,
): Promise<StaffDataOf<typeof staff.requests>> {
  const { rows } = await pool.query<Row>(WAITING, [now])
  return rows.map((row) => ({
    ...{ id: row.approval_id, kind: kinds[row.path] ?? 'changeRoles', name: row.name, email: row.email },
    ...{ roles: row.roles, composed: row.composed, powers: row.powers },
    ...{ makerName: row.maker_name, isOwn: row.maker_person === caller.personId ? (1 as const) : (0 as const) },
    madeTimestamp: Number(row.made_at),
    aloneTimestamp: Number(row.alone_from),
    expireTimestamp: Number(row.expires_at),
  }))
}

const WAITING = `
  select a.approval_id::text, a.path, coalesce(about.name, role.name, a.payload ->> 'name', '') as name, coalesce(about.email, a.payload ->> 'email', '') as email,
         array(select json_array_elements_text(coalesce(a.payload -> 'roles', '[]')) union all
               select a.payload ->> 'instead' where a.payload ->> 'instead' is not null) as roles,
         array(select v.name from role_versions v
               where v.version = 1 and (v.role_id::text = a.payload ->> 'insteadComposed'
                 or v.role_id::text in (select json_array_elements_text(coalesce(a.payload -> 'composed', '[]'))))
               order by v.name) as composed,
         array(select json_array_elements_text(coalesce(a.payload -> 'powers', '[]'))) as powers, a.maker_person::text, maker.name as maker_name,
         a.made_at, a.alone_from, a.expires_at
  from approvals a join staff maker on maker.staff_id = a.maker left join staff about on about.staff_id::text = a.payload ->> 'staffId'
       left join role_versions role on role.version = 1 and role.role_id::text = a.payload ->> 'roleId'
  where a.alone_from is not null and a.decision is null and a.expires_at >= $1 order by a.made_at, a.approval_id`

/** Ends all requests of the same person: nobody has to object a hundred times to a hundred requests. */
export const object = ({ pool }: FullApp, { input, staff: caller, now, trace }: StaffRequest<typeof staff.object>): Promise<Result<true>> =>
  inTransaction(pool, async (client): Promise<Result<true>> => {
    const { rows } = await client.query<{ maker_person: string }>(
      `select maker_person::text from approvals where approval_id = $1 and alone_from is not null and decision is null and expires_at >= $2`,
      [input.id, now],
    )
    const [asked] = rows
    if (asked === undefined) return refuse('object.not_found')
    const ended = await endRequests(client, asked.maker_person, caller, now)
    const { reason, note } = input
    for (const { approval_id: approvalId, power, subject } of ended)
      await trace(client, { accountId: null, subject, reason, note, approvalId, after: { power, state: 'refused' } })
    return ended.length === 0 ? refuse('object.not_found') : ok(true)
  })
