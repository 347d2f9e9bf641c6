import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { staff } from '@rueda/contract/admin/staff.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { askForTwo } from '../../staff/approvals.ts'
import type { StaffRequest } from '../../staff/handler.ts'
import { endStaffSessions } from '../../staff/sessions.ts'
import { offerSetup, setupUrl } from './setup.ts'
import type { StaffDeps } from './sign-in.ts'
import * as store from './store.ts'

/** Who works here changes by two persons; shutting somebody out takes one. */
export function invite(deps: StaffDeps, request: StaffRequest<typeof staff.invite>): Promise<Result<StaffDataOf<typeof staff.invite>>> {
  const { input, now, trace } = request
  return inTransaction(deps.pool, async (client): Promise<Result<StaffDataOf<typeof staff.invite>>> => {
    if ((await store.byEmail(client, input.email)) !== null) return refuse('account.taken')
    const twin = input.samePersonAs === undefined ? null : await store.byId(client, input.samePersonAs)
    if (input.samePersonAs !== undefined && twin === null) return refuse('object.not_found')
    const subject = `staff:${input.email}`
    const { reason, note, ...after } = input
    const pair = await secondPair(deps, client, request, subject)
    if (!pair.ok) return pair
    const act = { accountId: null, subject, reason, note, approvalId: pair.value.approvalId }
    if (pair.value.state === 'waiting') {
      await trace(client, { ...act, after: { asked: after } })
      return ok({ state: 'waiting', setupUrl: null })
    }
    const staffId = deps.ids.next()
    const { email, name, roles } = input
    await store.insert(client, { staffId, personId: twin?.personId ?? deps.ids.next(), email, name, roles, passwordHash: null, now })
    const token = await offerSetup(deps, client, { staffId }, now)
    await trace(client, { ...act, after })
    return ok({ state: 'done', setupUrl: setupUrl(deps, '', token) })
  })
}

/** For somebody whose link has ended, or who lost it. Whoever has a factor already needs no link. */
export function inviteAgain(
  deps: StaffDeps,
  request: StaffRequest<typeof staff.inviteAgain>,
): Promise<Result<StaffDataOf<typeof staff.inviteAgain>>> {
  const { input, now, trace } = request
  return inTransaction(deps.pool, async (client): Promise<Result<StaffDataOf<typeof staff.inviteAgain>>> => {
    const member = await store.byId(client, input.staffId)
    if (member === null || member.isDisabled || member.factor !== null) return refuse('object.not_found')
    const subject = `staff:${member.staffId}`
    const pair = await secondPair(deps, client, request, subject)
    if (!pair.ok) return pair
    const { reason, note } = input
    const { state, approvalId } = pair.value
    await trace(client, { accountId: null, subject, reason, note, approvalId, after: { state, link: 'renewed' } })
    if (state === 'waiting') return ok({ state: 'waiting', setupUrl: null })
    return ok({ state: 'done', setupUrl: setupUrl(deps, '', await offerSetup(deps, client, member, now)) })
  })
}

/** A house that begins has one person, who has to be able to bring the second; from then on it takes two. */
async function secondPair(deps: StaffDeps, client: PoolClient, request: StaffRequest, subject: string) {
  const persons = new Set((await store.activeAdmins(client)).map(({ personId }) => personId))
  if (persons.size > 1) return askForTwo(deps, client, request, { subject, accountId: null })
  return ok({ state: 'approved', approvalId: null } as const)
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
    const pair = await askForTwo(deps, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { reason, note } = input
    const change = { before: { roles: member.roles }, after: { state: pair.value.state, roles: input.roles } }
    await trace(client, { accountId: null, subject, reason, note, approvalId: pair.value.approvalId, ...change })
    if (pair.value.state === 'waiting') return ok({ state: 'waiting' })
    await store.changeRoles(client, member.staffId, input.roles)
    await endStaffSessions(client, member.staffId, now)
    return ok({ state: 'done' })
  })
}

export function disable(deps: StaffDeps, request: StaffRequest<typeof staff.disable>): Promise<Result<true>> {
  const { input, now, trace } = request
  return inTransaction(deps.pool, async (client) => {
    const member = await store.byId(client, input.staffId)
    if (member === null || member.isDisabled) return refuse('object.not_found')
    if (await isLastAdmin(client, member)) return refuse('staff.last_admin')
    await store.disable(client, member.staffId, now)
    await endStaffSessions(client, member.staffId, now)
    const { reason, note } = input
    await trace(client, { accountId: null, subject: `staff:${member.staffId}`, reason, note, after: { state: 'disabled' } })
    return ok(true)
  })
}

/** A house that nobody can administrate could not even let somebody in again. */
async function isLastAdmin(client: PoolClient, { staffId }: store.StaffMember): Promise<boolean> {
  const admins = await store.activeAdmins(client)
  return admins.length === 1 && admins[0]?.staffId === staffId
}
