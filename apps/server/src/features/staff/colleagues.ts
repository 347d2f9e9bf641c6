import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { staff } from '@rueda/contract/admin/staff.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { SUSPENSION_MS, type StaffChange, losesPowersAtOnce, wayOfChange } from '@rueda/rules/staff/approvals.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { askedIn, bringingAdministrators } from '../approvals/approvals.ts'
import type { Staff, StaffRequest } from '../../admin/handler.ts'
import { endStaffSessions } from '../../admin/sessions.ts'
import { mailSetupLink } from './change-mail.ts'
import { decide } from './decide.ts'
import { roleNames } from './role-store.ts'
import { givenRoles, rolesSaid } from './roles.ts'
import { offerSetup } from './setup.ts'
import type { StaffDeps } from './sign-in.ts'
import * as store from './store.ts'

/** Changes of staff take two persons, or one a day after everybody was notified. */
export function invite(deps: StaffDeps, request: StaffRequest<typeof staff.invite>): Promise<Result<StaffDataOf<typeof staff.invite>>> {
  const { input, now, trace } = request
  return inTransaction(deps.pool, async (client): Promise<Result<StaffDataOf<typeof staff.invite>>> => {
    if ((await store.byEmail(client, input.email)) !== null) return refuse('account.taken')
    const twin = input.samePersonAs === undefined ? null : await store.byId(client, input.samePersonAs)
    if (input.samePersonAs !== undefined && twin === null) return refuse('object.not_found')
    const subject = `staff:${input.email}`
    const { reason, note, composed: _composed, ...about } = input
    const { email, name } = input
    const given = await givenRoles(client, input)
    if (!given.ok) return given
    const { roles, composed, names } = given.value
    const told = { kind: 'invite' as const, email, name, roles: names }
    const decided = await decide(deps, client, request, { power: 'staff.invite', subject, told })
    if (!decided.ok) return decided
    const act = { accountId: null, subject, reason, note, approvalId: decided.value.approvalId }
    const after = { ...about, roles: names }
    if (decided.value.state === 'waiting') {
      await trace(client, { ...act, after: { asked: after } })
      return ok({ state: 'waiting' })
    }
    const staffId = deps.ids.next()
    await store.insert(client, {
      staffId,
      personId: twin?.personId ?? deps.ids.next(),
      email,
      name,
      roles,
      composed,
      passwordHash: null,
      now,
    })
    await giveLink(deps, client, { staffId, email, now, isAlone: decided.value.isAlone })
    await trace(client, { ...act, after })
    return ok({ state: 'done' })
  })
}

/** For somebody whose link has expired or is lost. A colleague with a factor needs no link. */
export function inviteAgain(
  deps: StaffDeps,
  request: StaffRequest<typeof staff.inviteAgain>,
): Promise<Result<StaffDataOf<typeof staff.inviteAgain>>> {
  const { input, now, trace } = request
  return inTransaction(deps.pool, async (client): Promise<Result<StaffDataOf<typeof staff.inviteAgain>>> => {
    const member = await store.byId(client, input.staffId)
    if (member === null || member.isDisabled || member.factor !== null || member.email === null) return refuse('object.not_found')
    const { staffId, email, name } = member
    const roles = rolesSaid(member, await roleNames(client))
    const subject = `staff:${staffId}`
    const decided = await decide(deps, client, request, {
      power: 'staff.invite',
      subject,
      told: { kind: 'inviteAgain', email, name, roles },
    })
    if (!decided.ok) return decided
    const { reason, note } = input
    const { state, approvalId, isAlone } = decided.value
    await trace(client, { accountId: null, subject, reason, note, approvalId, after: { state, link: 'renewed' } })
    if (state === 'waiting') return ok({ state })
    await giveLink(deps, client, { staffId, email, now, isAlone })
    return ok({ state: 'done' })
  })
}

type Link = Readonly<{ staffId: string; email: string; now: number; isAlone: boolean }>

/** The link goes to the owner of the mailbox; the inviting person never sees it. */
async function giveLink(deps: StaffDeps, client: PoolClient, { staffId, email, now, isAlone }: Link): Promise<void> {
  await store.markSetup(client, staffId, isAlone)
  await mailSetupLink(client, deps, { recipient: email, token: await offerSetup(deps, client, { staffId }, now), now })
}

export function changeRoles(
  deps: StaffDeps,
  request: StaffRequest<typeof staff.changeRoles>,
): Promise<Result<StaffDataOf<typeof staff.changeRoles>>> {
  const { input, now, trace } = request
  return inTransaction(deps.pool, async (client): Promise<Result<StaffDataOf<typeof staff.changeRoles>>> => {
    const member = await store.byId(client, input.staffId)
    if (member === null || member.isDisabled) return refuse('object.not_found')
    const subject = `staff:${member.staffId}`
    const given = await givenRoles(client, input)
    if (!given.ok) return given
    const { names } = given.value
    const told = { kind: 'changeRoles' as const, name: member.name, email: member.email ?? '', roles: names }
    const decided = await decide(deps, client, request, { power: 'staff.changeRoles', subject, told })
    if (!decided.ok) return decided
    // After the decision, which of two who are the second has to see first; a refusal takes it back.
    if (!input.roles.includes('admin') && (await isLastAdmin(client, member))) return refuse('staff.last_admin')
    const { reason, note } = input
    const { state, approvalId } = decided.value
    const change = { before: { roles: rolesSaid(member, await roleNames(client)) }, after: { state, roles: names } }
    await trace(client, { accountId: null, subject, reason, note, approvalId, ...change })
    if (state === 'waiting') return ok({ state })
    await bringingAdministrators(client, now, () => store.changeRoles(client, member.staffId, given.value))
    await endStaffSessions(client, member.staffId, now)
    return ok({ state: 'done' })
  })
}

export function disable(deps: StaffDeps, request: StaffRequest<typeof staff.disable>): Promise<Result<StaffDataOf<typeof staff.disable>>> {
  const { input, now, trace } = request
  return inTransaction(deps.pool, async (client): Promise<Result<StaffDataOf<typeof staff.disable>>> => {
    const member = await store.byId(client, input.staffId)
    if (member === null || member.isDisabled) return refuse('object.not_found')
    const subject = `staff:${member.staffId}`
    const told = { kind: 'disable' as const, name: member.name, email: member.email ?? '', roles: [] }
    const decided = await decide(deps, client, request, { power: 'staff.disable', subject, told })
    if (!decided.ok) return decided
    if (await isLastAdmin(client, member)) return refuse('staff.last_admin')
    const { reason, note } = input
    const { state, approvalId } = decided.value
    const isSuspended = state === 'waiting' && losesPowersAtOnce(member.roles)
    const after = { state: state === 'waiting' ? state : 'disabled', ...(isSuspended ? { powers: 'suspended' } : {}) }
    await trace(client, { accountId: null, subject, reason, note, approvalId, after })
    if (isSuspended) await store.suspend(client, member.staffId, now + SUSPENSION_MS)
    if (state === 'waiting') return ok({ state })
    await store.disable(client, member.staffId, now)
    await endStaffSessions(client, member.staffId, now)
    return ok({ state: 'done' })
  })
}

/** The outcome of a request by the caller now, for the screens to show beforehand. */
export async function waysNow(
  { pool, settings }: Pick<StaffDeps, 'pool' | 'settings'>,
  caller: Staff,
): Promise<StaffDataOf<typeof staff.changes>> {
  const asked = await askedIn(pool, caller)
  const way = (power: StaffChange) => wayOfChange(power, asked)
  return {
    ...{ invite: way('staff.invite'), changeRoles: way('staff.changeRoles'), disable: way('staff.disable') },
    ...{ composeRole: way('staff.composeRole'), retireRole: way('staff.retireRole') },
    sendsMail: settings.SMTP_URL === undefined ? 0 : 1,
  }
}

/** Without an administrator, nobody could be invited again. */
async function isLastAdmin(client: PoolClient, { staffId }: store.StaffMember): Promise<boolean> {
  const admins = await store.activeAdmins(client)
  return admins.length === 1 && admins[0]?.staffId === staffId
}
