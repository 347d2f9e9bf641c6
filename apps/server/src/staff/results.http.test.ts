import { createHash } from 'node:crypto'
import { allStaffEndpoints } from '@rueda/contract/admin/contract.ts'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { staffRoles } from '@rueda/rules/staff/roles.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../ledger/verify/verify.ts'
import { badNumbers, badTexts, injections } from '../testing/bad-values.ts'
import { type Customer, type Harness, startHarness } from '../testing/harness.ts'
import { fieldsOf, sampleInput } from '../testing/samples.ts'
import { type StaffCaller, hire } from '../testing/staff.ts'
import { SHARE } from '../testing/still-venue.ts'

/**
 * No power over results (`reliability.md` B-38): every call of the back office with every role and all kinds of input,
 * among them the ids of real customers and orders, and afterwards every price, fill, posting and position is what the
 * customers' own inputs made of it. STAFF_FUZZ_CALLS makes more of them, for the night.
 */
const CALLS = Number(process.env['STAFF_FUZZ_CALLS'] ?? '600')
const SEED = Number(process.env['STAFF_FUZZ_SEED'] ?? '20261118')

let house: Harness
let customer: Customer
let known: readonly unknown[]

beforeAll(async () => {
  house = await startHarness()
  customer = await house.newCustomer()
  const ids: unknown[] = [customer.accountId, customer.email, SHARE.id, 'US', null]
  for (const [direction, quantity] of [
    [0, '5'],
    [0, '3'],
    [1, '2'],
  ] as const) {
    const input = { stockCode: SHARE.code, direction, orderType: 0 as const, quantity }
    const { orderId } = await house.ask(orders.create, input, customer.token)
    ids.push(orderId)
    await house.pass(1_000)
  }
  known = ids
})
afterAll(() => house.stop())

/** The books as they are, and the prices: everything that decides what anybody owns. */
const RESULTS = [
  'entries',
  'fills',
  'orders',
  'order_events',
  'positions',
  'margin_positions',
  'wallets',
  'day_commitments',
  'venue_settings',
]

async function results(): Promise<Readonly<Record<string, string>>> {
  const digests = await Promise.all(
    RESULTS.map(async (table) => {
      const { rows } = await house.app.pool.query<{ row: string }>(`select t::text as row from ${table} t order by 1`)
      return [
        `${table}: ${rows.length} rows`,
        createHash('sha256')
          .update(rows.map(({ row }) => row).join('\n'))
          .digest('hex'),
      ] as const
    }),
  )
  const prices = [...house.app.venue.instruments.keys()].map((id) => {
    const quote = house.app.venue.quote(id)
    return `${id} ${quote?.bid} ${quote?.ask} ${quote?.last} ${quote?.previousClose}`
  })
  return { ...Object.fromEntries(digests), prices: prices.join('\n') }
}

/** Small, repeatable chance (mulberry32): the same seed throws the same calls. */
function chanceFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = Math.trunc(state + 0x6d2b79f5)
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

function inputFor(endpoint: StaffEndpoint, chance: (limit: number) => number): Record<string, unknown> {
  const input: Record<string, unknown> = sampleInput(endpoint)
  const wild = [...badNumbers, ...badTexts, ...injections].map(([, value]) => value)
  for (const name of Object.keys(fieldsOf(endpoint))) {
    const roll = chance(10)
    if (roll < 3) input[name] = known[chance(known.length)]
    else if (roll < 5) input[name] = wild[chance(wild.length)]
    else if (roll === 9) input[name] = String(chance(100_000))
  }
  return input
}

const travels = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed() && value.length < 100

it(`${CALLS} calls with every role change no price, no fill, no posting and no position`, async () => {
  const before = await results()
  const chance = chanceFrom(SEED)
  const callers = new Map<string, StaffCaller>()
  const endpoints = allStaffEndpoints().filter(({ access, path }) => access === 'staff' && path !== '/signOut')
  const answers = new Map<number, number>()
  for (let count = 0; count < CALLS; count += 1) {
    const role = staffRoles[chance(staffRoles.length)] ?? 'support'
    const caller = callers.get(role) ?? (await hire(house, [role]))
    callers.set(role, caller)
    const endpoint = endpoints[chance(endpoints.length)]
    if (endpoint === undefined) continue
    const input = inputFor(endpoint, chance)
    const sent = endpoint.method === 'GET' ? Object.fromEntries(Object.entries(input).filter(([, value]) => travels(value))) : input
    const answer = await caller.call(endpoint, sent)
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, answer.status === 401 ? 401 : 200])
    // Whoever was shut out, by a call that does just that, is hired anew.
    if (answer.status === 401) callers.delete(role)
    answers.set(answer.code, (answers.get(answer.code) ?? 0) + 1)
  }
  expect(answers.get(200) ?? 0).toBeGreaterThan(CALLS / 20)
  expect(await results()).toEqual(before)
  const { checks } = await verifyBooks(house.app.pool, null, () => 0)
  expect(checks.filter(({ offending }) => offending.length > 0)).toEqual([])
})
