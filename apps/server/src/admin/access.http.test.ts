import { adminContract, allStaffEndpoints } from '@rueda/contract/admin/contract.ts'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { type PowerName, isEverybodys, powerNames, powerOf } from '@rueda/rules/staff/powers.ts'
import { type StaffRole, staffRoles } from '@rueda/rules/staff/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bad, badNumbers, badTexts, injections } from '../testing/bad-values.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { fieldsOf, kindOf, sampleInput } from '../testing/samples.ts'
import { CONSOLE_HEADERS, type StaffCaller, callStaff, hire, STAFF_COOKIE, composeRole } from '../testing/staff.ts'
import { allStaffFeatures } from '../features/all-admin.ts'
import { CONSOLE_HEADER } from './api.ts'

let harness: Harness
/** A role that the house composed: a part of a cashier's job, and a look that cashiers do not have. */
const COMPOSED = 'Depósitos'
const composedOf: readonly PowerName[] = ['staff.see', 'deposits.open', 'deposits.decide', 'cases.see', 'cases.claim', 'market.see']
type Role = StaffRole | typeof COMPOSED
const callers = new Map<Role, StaffCaller>()
let composedId = ''

beforeAll(async () => {
  harness = await startHarness()
  composedId = await composeRole(harness, COMPOSED, composedOf)
})
afterAll(() => harness.stop())

/** Signed in again when a call has ended the session. */
async function as(role: Role): Promise<StaffCaller> {
  const known = callers.get(role)
  if (known !== undefined) return known
  const caller = role === COMPOSED ? await hire(harness, [], { composed: [composedId] }) : await hire(harness, [role])
  callers.set(role, caller)
  return caller
}

const endpoints = Object.entries(adminContract).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, StaffEndpoint>).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)
const inside = endpoints.filter(([, { access }]) => access === 'staff')
const matrix = inside.flatMap(([name, endpoint]) => [...staffRoles, COMPOSED].map((role) => ({ name, endpoint, role: role as Role })))
/** What the register says of a role, and of the composed one its own powers beside everybody's. */
const has = (role: Role, { power, roles }: StaffEndpoint): boolean =>
  role === COMPOSED ? isEverybodys(power) || composedOf.includes(power) : roles.includes(role)
const ROLE_MISSING = codeOf('staff.role_missing')
const ENDS_THE_SESSION = '/signOut'

describe('every route with every role', () => {
  it.each(matrix)('$name as $role', async ({ endpoint, role }) => {
    const caller = await as(role)
    const answer = await caller.call(endpoint, sampleInput(endpoint))
    if (endpoint.path === ENDS_THE_SESSION) callers.delete(role)
    expect(answer.status).toBe(200)
    if (has(role, endpoint)) expect(answer.code).not.toBe(codeOf('session.missing'))
    else expect(answer.code).toBe(ROLE_MISSING)
  })
})

describe.each(inside)('%s', (_, endpoint) => {
  it('answers 401 without a session, and to one that nobody has', async () => {
    for (const cookie of ['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}; ${STAFF_COOKIE}=${'B'.repeat(43)}`]) {
      const headers = { ...CONSOLE_HEADERS, cookie: `${STAFF_COOKIE}=${cookie}` }
      expect(await callStaff(harness, endpoint, sampleInput(endpoint), headers)).toMatchObject({ status: 401, code: 401, data: null })
    }
  })

  it('F17 takes no customer’s token', async () => {
    const { token } = await harness.newCustomer()
    for (const headers of [{ authorization: token }, { cookie: `${STAFF_COOKIE}=${token}` }])
      expect(await callStaff(harness, endpoint, sampleInput(endpoint), { ...CONSOLE_HEADERS, ...headers })).toMatchObject({ status: 401 })
  })
})

describe.each(endpoints)('%s', (_, endpoint) => {
  it('is for the console’s own page', async () => {
    const { cookie } = await as('auditor')
    const { [CONSOLE_HEADER]: _left, ...withoutHeader } = CONSOLE_HEADERS
    const foreign: Record<string, string>[] = [withoutHeader]
    if (endpoint.method === 'POST') {
      const { origin: _origin, ...withoutOrigin } = CONSOLE_HEADERS
      foreign.push(withoutOrigin, { ...CONSOLE_HEADERS, origin: 'https://elsewhere.example' }, { ...CONSOLE_HEADERS, origin: 'null' })
    }
    for (const headers of foreign) {
      const answer = await callStaff(harness, endpoint, sampleInput(endpoint), { ...headers, cookie: `${STAFF_COOKIE}=${cookie}` })
      expect(answer).toMatchObject({ status: 400, code: codeOf('parameter.invalid') })
    }
  })

  it('answers bad input by naming the field', async () => {
    const role = endpoint.roles[0] ?? 'admin'
    const caller = await as(role)
    for (const [name, field] of Object.entries(fieldsOf(endpoint))) {
      const kind = kindOf(name, field)
      const wrong: Bad = kind === 'number' ? badNumbers : kind === 'text' ? badTexts : []
      for (const [what, value] of [...wrong, ...injections]) {
        if (endpoint.method === 'GET' && (typeof value !== 'string' || !value.isWellFormed() || value.length > 100)) continue
        const isTaken = endpoint.input.safeParse({ ...sampleInput(endpoint), [name]: value }).success
        const answer = await caller.call(endpoint, { ...sampleInput(endpoint), [name]: value })
        expect(answer.status, `${name}: ${what}`).toBe(200)
        expect(answer.code, `${name}: ${what}`).not.toBe(codeOf('internal'))
        if (!isTaken) expect([codeOf('parameter.invalid'), codeOf('parameter.missing')], `${name}: ${what}`).toContain(answer.code)
      }
    }
  })
})

it('every endpoint of the back office’s contract is served', () => {
  const served = new Set(allStaffFeatures(harness.app).flatMap((routes) => routes.map(({ endpoint }) => endpoint)))
  expect(allStaffEndpoints().filter((endpoint) => !served.has(endpoint))).toEqual([])
})

it('every power has a route, and what changes something is never a GET', () => {
  const used = new Set(allStaffEndpoints().map(({ power }) => power))
  expect(powerNames.filter((power) => !used.has(power))).toEqual([])
  for (const { method, power, path } of allStaffEndpoints())
    if (powerOf(power).kind === 'act' || powerOf(power).kind === 'take') expect([path, method]).toEqual([path, 'POST'])
})

it('the auditor changes nothing, and the administrator of staff has no money and no customer’s data', () => {
  const acts = powerNames.filter((power) => powerOf(power).kind === 'act')
  // Objecting stops a change and makes none.
  expect(acts.filter((power) => powerOf(power).roles.includes('auditor'))).toEqual(['staff.object'])
  const ofCustomers = powerNames.filter((power) => powerOf(power).concerns === 'customer')
  expect(ofCustomers.filter((power) => powerOf(power).roles.includes('admin'))).toEqual([])
})
