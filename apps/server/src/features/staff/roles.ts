import type { StaffDataOf, StaffParsedOf } from '@rueda/contract/admin/endpoint.ts'
import type { composedRoles } from '@rueda/contract/admin/roles.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { checkComposed, inOrder, nameKey } from '@rueda/rules/staff/composed.ts'
import { MAX_ROLES, type StaffRole } from '@rueda/rules/staff/roles.ts'
import type { FullApp } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { StaffRequest } from '../../admin/handler.ts'
import { isHouseRoleName } from './role-names.ts'
import { decide } from './decide.ts'
import type { StaffDeps } from './sign-in.ts'
import * as store from './role-store.ts'

/** Composed roles: made, changed and retired like the staff itself, by two persons or by one a day after everybody was told. */
type Decided = Result<StaffDataOf<typeof composedRoles.compose>>

export function compose(deps: StaffDeps, request: StaffRequest<typeof composedRoles.compose>): Promise<Decided> {
  const { input, staff, now: at, trace } = request
  const { name, reason, note } = input
  return inTransaction(deps.pool, async (client): Promise<Decided> => {
    const wrong = checkComposed(input.powers)
    if (wrong !== null) return wrong
    await store.lockRoles(client)
    const key = nameKey(name)
    if (isHouseRoleName(key) || (await store.isNameTaken(client, key))) return refuse('role.name_taken')
    const powers = inOrder(input.powers)
    const subject = `role:${key}`
    const told = { kind: 'composeRole' as const, name, email: '', roles: [], powers }
    const decided = await decide(deps, client, request, { power: 'staff.composeRole', subject, told })
    if (!decided.ok) return decided
    const { state, approvalId } = decided.value
    await trace(client, { accountId: null, subject, reason, note, approvalId, after: { state, name, powers } })
    if (state === 'waiting') return ok({ state })
    const roleId = deps.ids.next()
    const whole = { roleId, version: 1, name, nameKey: key, powers, isRetired: false, instead: null, insteadComposed: null }
    await store.insertVersion(client, { ...whole, reason, note, at, staffId: staff.staffId, approvalId: approvedBy(approvalId) })
    return ok({ state: 'done' })
  })
}

export function changeRole(deps: StaffDeps, request: StaffRequest<typeof composedRoles.change>): Promise<Decided> {
  const { input, staff, now: at, trace } = request
  const { roleId, reason, note } = input
  return inTransaction(deps.pool, async (client): Promise<Decided> => {
    const wrong = checkComposed(input.powers)
    if (wrong !== null) return wrong
    await store.lockRoles(client)
    const role = await store.roleById(client, roleId)
    if (role === null) return refuse('object.not_found', { field: 'roleId' })
    if (role.isRetired) return refuse('role.retired')
    if (role.version !== input.version) return refuse('role.changed')
    const powers = inOrder(input.powers)
    if (powers.join() === role.powers.join()) return refuse('parameter.invalid', { field: 'powers' })
    const subject = `role:${nameKey(role.name)}`
    const told = { kind: 'changeRole' as const, name: role.name, email: '', roles: [], powers }
    const decided = await decide(deps, client, request, { power: 'staff.composeRole', subject, told })
    if (!decided.ok) return decided
    const { state, approvalId } = decided.value
    const { name } = role
    const change = { before: { name, powers: role.powers }, after: { state, name, powers } }
    await trace(client, { accountId: null, subject, reason, note, approvalId, ...change })
    if (state === 'waiting') return ok({ state })
    const next = { ...role, version: role.version + 1, nameKey: nameKey(name), powers }
    await store.insertVersion(client, { ...next, reason, note, at, staffId: staff.staffId, approvalId: approvedBy(approvalId) })
    return ok({ state: 'done' })
  })
}

export function retireRole(deps: StaffDeps, request: StaffRequest<typeof composedRoles.retire>): Promise<Decided> {
  const { input, staff, now: at, trace } = request
  const { roleId, reason, note } = input
  return inTransaction(deps.pool, async (client): Promise<Decided> => {
    await store.lockRoles(client)
    const role = await store.roleById(client, roleId)
    if (role === null) return refuse('object.not_found', { field: 'roleId' })
    if (role.isRetired) return refuse('role.retired')
    const other = await findInstead(client, input)
    if (!other.ok) return other
    const isHeld = (await store.holdersOf(client, roleId)).length > 0
    if (isHeld && other.value === null) return refuse('role.in_use')
    const instead = other.value?.says ?? null
    const { name, powers } = role
    const subject = `role:${nameKey(name)}`
    const told = { kind: 'retireRole' as const, name, email: '', roles: instead === null ? [] : [instead], powers: [] }
    const decided = await decide(deps, client, request, { power: 'staff.retireRole', subject, told })
    if (!decided.ok) return decided
    const { state, approvalId } = decided.value
    const change = { before: { name, powers }, after: { state: state === 'waiting' ? state : 'retired', name, instead } }
    await trace(client, { accountId: null, subject, reason, note, approvalId, ...change })
    if (state === 'waiting') return ok({ state })
    const last = {
      ...{ ...role, version: role.version + 1, nameKey: nameKey(name), isRetired: true },
      ...{ instead: other.value?.role ?? null, insteadComposed: other.value?.roleId ?? null },
    }
    await store.insertVersion(client, { ...last, reason, note, at, staffId: staff.staffId, approvalId: approvedBy(approvalId) })
    await store.replaceRole(client, last)
    return ok({ state: 'done' })
  })
}

/** A composed role is never made without an approval; a house with one administrator waits for the second. */
function approvedBy(approvalId: string | null): string {
  if (approvalId === null) throw new Error('a composed role was decided without an approval')
  return approvalId
}

type Instead = Readonly<{ role: StaffRole | null; roleId: string | null; says: string }>

/** What the holders of a retired role have instead: one role, and never an administrator's. */
async function findInstead(
  reader: Reader,
  { roleId, instead, insteadComposed }: StaffParsedOf<typeof composedRoles.retire>,
): Promise<Result<Instead | null>> {
  if (instead !== undefined && insteadComposed !== undefined) return refuse('parameter.invalid', { field: 'insteadComposed' })
  if (instead === 'admin') return refuse('role.power_reserved')
  if (instead !== undefined) return ok({ role: instead, roleId: null, says: instead })
  if (insteadComposed === undefined) return ok(null)
  const found = await store.roleById(reader, insteadComposed)
  if (found === null || found.roleId === roleId) return refuse('object.not_found', { field: 'insteadComposed' })
  return found.isRetired ? refuse('role.retired') : ok({ role: null, roleId: found.roleId, says: found.name })
}

type Asked = Readonly<{ roles: readonly StaffRole[]; composed?: readonly string[] | undefined }>
export type RolesGiven = Readonly<{ roles: readonly StaffRole[]; composed: readonly string[]; names: readonly string[] }>

/** Reads the roles that somebody would have; composed ones by their ids, none of them retired. */
export async function givenRoles(
  client: Parameters<typeof store.lockRoles>[0],
  { roles, composed = [] }: Asked,
): Promise<Result<RolesGiven>> {
  const count = roles.length + composed.length
  if (count === 0 || count > MAX_ROLES) return refuse('parameter.invalid', { field: 'roles' })
  if (composed.length > 0) await store.lockRoles(client)
  const names: string[] = [...roles]
  for (const roleId of composed) {
    const found = await store.roleById(client, roleId)
    if (found === null) return refuse('object.not_found', { field: 'composed' })
    if (found.isRetired) return refuse('role.retired')
    names.push(found.name)
  }
  return ok({ roles, composed, names })
}

/** What a colleague has, by name: for the log, for mails, and for whoever decides. */
export const rolesSaid = (
  { roles, composed }: Readonly<{ roles: readonly StaffRole[]; composed: readonly string[] }>,
  names: ReadonlyMap<string, string>,
): readonly string[] => [...roles, ...composed.map((roleId) => names.get(roleId) ?? roleId)]

/** Every composed role with its holders and its versions, those in force first. */
export async function listRoles({ pool }: Pick<FullApp, 'pool'>): Promise<StaffDataOf<typeof composedRoles.list>> {
  const [versions, holders, names] = await Promise.all([store.allVersions(pool), store.holdersOf(pool), store.roleNames(pool)])
  const ids = [...new Set(versions.map(({ role_id: roleId }) => roleId))]
  const listed = ids.flatMap((roleId) => {
    const history = versions.filter(({ role_id: of }) => of === roleId)
    const [newest] = history
    return newest === undefined
      ? []
      : [
          {
            ...{ roleId, name: newest.name, version: newest.version, state: stateOf(newest), powers: newest.powers },
            holders: holders.filter((held) => held.roleId === roleId).map(({ name }) => name),
            instead: newest.instead ?? names.get(newest.instead_composed ?? '') ?? null,
            history: history.map((row) => ({
              ...{ version: row.version, state: stateOf(row), powers: row.powers, reason: row.reason, note: row.note },
              ...{ askedBy: row.asked_by, by: row.by, timestamp: Number(row.at) },
            })),
          },
        ]
  })
  return listed.toSorted((one, other) => (one.state === other.state ? 0 : one.state === 'held' ? -1 : 1))
}

const stateOf = ({ is_retired: isRetired }: store.VersionRow): 'held' | 'retired' => (isRetired ? 'retired' : 'held')
