import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { staff } from '@rueda/contract/admin/staff.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import {
  FRESH_FACTOR_MS,
  SUSPENSION_MS,
  type StaffChange,
  changesAlone,
  losesPowersAtOnce,
  wayOfChange,
} from '@rueda/rules/staff/approvals.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { requireDualApproval, othersToTell } from '../approvals/approvals.ts'
import type { Staff, StaffRequest } from '../../admin/handler.ts'
import { endStaffSessions } from '../../admin/sessions.ts'
import { type ChangeTold, mailSetupLink, tellOfEmergencyChange, tellOfRequest } from './change-mail.ts'
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
    const { reason, note, ...after } = input
    const { email, name, roles } = input
    const decided = await decide(deps, client, request, { power: 'staff.invite', subject, told: { kind: 'invite', email, name, roles } })
    if (!decided.ok) return decided
    const act = { accountId: null, subject, reason, note, approvalId: decided.value.approvalId }
    if (decided.value.state === 'waiting') {
      await trace(client, { ...act, after: { asked: after } })
      return ok({ state: 'waiting' })
    }
    const staffId = deps.ids.next()
    await store.insert(client, { staffId, personId: twin?.personId ?? deps.ids.next(), email, name, roles, passwordHash: null, now })
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
    const { staffId, email, name, roles } = member
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
    if (!input.roles.includes('admin') && (await isLastAdmin(client, member))) return refuse('staff.last_admin')
    const subject = `staff:${member.staffId}`
    const told = { kind: 'changeRoles' as const, name: member.name, email: member.email ?? '', roles: input.roles }
    const decided = await decide(deps, client, request, { power: 'staff.changeRoles', subject, told })
    if (!decided.ok) return decided
    const { reason, note } = input
    const { state, approvalId } = decided.value
    const change = { before: { roles: member.roles }, after: { state, roles: input.roles } }
    await trace(client, { accountId: null, subject, reason, note, approvalId, ...change })
    if (state === 'waiting') return ok({ state })
    await store.changeRoles(client, member.staffId, input.roles)
    await endStaffSessions(client, member.staffId, now)
    return ok({ state: 'done' })
  })
}

export function disable(deps: StaffDeps, request: StaffRequest<typeof staff.disable>): Promise<Result<StaffDataOf<typeof staff.disable>>> {
  const { input, now, trace } = request
  return inTransaction(deps.pool, async (client): Promise<Result<StaffDataOf<typeof staff.disable>>> => {
    const member = await store.byId(client, input.staffId)
    if (member === null || member.isDisabled) return refuse('object.not_found')
    if (await isLastAdmin(client, member)) return refuse('staff.last_admin')
    const subject = `staff:${member.staffId}`
    const told = { kind: 'disable' as const, name: member.name, email: member.email ?? '', roles: [] }
    const decided = await decide(deps, client, request, { power: 'staff.disable', subject, told })
    if (!decided.ok) return decided
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

type Asked = Readonly<{ power: StaffChange; subject: string; told: ChangeTold }>
/** `isAlone` when a new brokerage has no other administrator to ask. */
type Decided = Readonly<{ state: 'waiting' | 'approved'; approvalId: string | null; isAlone: boolean }>

/** Decides if it is done now; the first request notifies all staff, who can object for a day. */
async function decide(
  deps: StaffDeps,
  client: PoolClient,
  request: StaffRequest,
  { power, subject, told }: Asked,
): Promise<Result<Decided>> {
  const { staff: caller, now } = request
  const { isEmergency } = caller
  if (changesAlone(power, { administratorsEver: await store.administratorsEver(client), isEmergency })) {
    if (!isEmergency && now - caller.verifiedAt > FRESH_FACTOR_MS) return refuse('staff.factor_stale')
    if (isEmergency) await tellOfEmergencyChange(client, deps, told, now)
    return ok({ state: 'approved', approvalId: null, isAlone: !isEmergency })
  }
  const pair = await requireDualApproval(deps, client, request, { subject, accountId: null })
  if (!pair.ok) return pair
  const { state, approvalId } = pair.value
  if (state === 'waiting') await tellOfRequest(client, deps, { told, makerName: caller.name, aloneFrom: pair.value.aloneFrom, now })
  return ok({ state, approvalId, isAlone: false })
}

/** The outcome of a request by the caller now, for the screens to show beforehand. */
export async function waysNow({ pool }: Pick<StaffDeps, 'pool'>, caller: Staff): Promise<StaffDataOf<typeof staff.changes>> {
  const house = { administratorsEver: await store.administratorsEver(pool), isEmergency: caller.isEmergency }
  const told = await othersToTell(pool, caller)
  const way = (power: StaffChange) => wayOfChange(power, house, told)
  return { invite: way('staff.invite'), changeRoles: way('staff.changeRoles'), disable: way('staff.disable') }
}

/** Without an administrator, nobody could be invited again. */
async function isLastAdmin(client: PoolClient, { staffId }: store.StaffMember): Promise<boolean> {
  const admins = await store.activeAdmins(client)
  return admins.length === 1 && admins[0]?.staffId === staffId
}
