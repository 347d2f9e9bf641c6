import { allStaffEndpoints } from '@rueda/contract/admin/contract.ts'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { staffRoles } from '@rueda/rules/staff/roles.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { verifyBooks } from '../ledger/verify/verify.ts'
import { badNumbers, badTexts, injections } from '../testing/bad-values.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHouse, startMarketHouse } from '../testing/market-house.ts'
import { liftWhatStaffStopped, resultsOf } from '../testing/results.ts'
import { fieldsOf, sampleInput } from '../testing/samples.ts'
import { type StaffCaller, hire } from '../testing/staff.ts'
import { BEATS_A_ROUND } from '../venue/host.ts'

/**
 * No power over results (`reliability.md` B-38): two houses with the same market live the same life, and in one of them
 * staff call everything the back office has, with every role and all kinds of input, among them the ids of real customers
 * and orders. The other is the replay: it is given only what customers asked for and were granted. Afterwards every price,
 * fill, posting, position and balance is the same in both. `npm run fuzz:staff` makes a hundred thousand calls.
 */
const CALLS = Number(process.env['STAFF_FUZZ_CALLS'] ?? '300')
const SEED = Number(process.env['STAFF_FUZZ_SEED'] ?? '20261118')
const ROUNDS = CALLS > 10_000 ? 40 : 3
const MACHINE_AT = Date.parse('2026-11-18T15:00:00Z')
const A_CALL_MS = 1_000

type Life = Readonly<{ house: MarketHouse; database: Database; customers: Customer[] }>
let real: Life
let replay: Life

async function begin(): Promise<Life> {
  const database = await createTestDatabase()
  const house = await startMarketHouse({ database, environment: { SIM_SEED: 'fuzz' }, machineAt: MACHINE_AT })
  return { house, database, customers: [await house.newCustomer(), await house.newCustomer()] }
}

beforeAll(async () => {
  real = await begin()
  replay = await begin()
})
afterAll(async () => {
  for (const { house, database } of [real, replay]) {
    await house.stop()
    await database.stop()
  }
})

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
type Chance = ReturnType<typeof chanceFrom>

/** What customers do in a round, in the real house and, where it was granted, in the replay. Answers the ids it made. */
async function trade(chance: Chance, codes: readonly string[]): Promise<readonly unknown[]> {
  const ids: unknown[] = []
  for (const [index, customer] of real.customers.entries()) {
    const stockCode = codes[chance(codes.length)] ?? ''
    for (const direction of [0, 0, 1] as const) {
      const input = { stockCode, direction, orderType: 0 as const, quantity: direction === 0 ? String(1 + chance(9)) : '1' }
      const { code, data } = await real.house.call(orders.create, input, customer.token)
      if (code === 200) await replay.house.ask(orders.create, input, replay.customers[index]?.token ?? null)
      if (data !== null) ids.push(data.orderId, data.orderNo)
      // What the market makes of it is booked before time goes on, so that it is booked at the same moment in both.
      for (const ms of [0, A_CALL_MS]) for (const { house } of [real, replay]) await house.pass(ms)
    }
  }
  return ids
}

function inputFor(endpoint: StaffEndpoint, known: readonly unknown[], chance: Chance): Record<string, unknown> {
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

/** They read the whole journal or the whole log each time; as often as the others they would be all that is called. */
const LONG_PATHS: ReadonlySet<string> = new Set(['/audit/verify', '/integrity/run'])
const LONG_ONE_IN = 50
const endpoints = allStaffEndpoints().filter(({ access, path }) => access === 'staff' && path !== '/signOut')

type Called = { codes: Map<number, number>; paths: Set<string> }

async function callStaffOften(count: number, known: readonly unknown[], chance: Chance, called: Called): Promise<void> {
  const callers = new Map<string, StaffCaller>()
  for (let number = 0; number < count; number += 1) {
    const role = staffRoles[chance(staffRoles.length)] ?? 'support'
    const caller = callers.get(role) ?? (await hire(real.house, [role]))
    callers.set(role, caller)
    const endpoint = endpoints[chance(endpoints.length)]
    if (endpoint === undefined || (LONG_PATHS.has(endpoint.path) && chance(LONG_ONE_IN) > 0)) continue
    const input = inputFor(endpoint, known, chance)
    const sent = endpoint.method === 'GET' ? Object.fromEntries(Object.entries(input).filter(([, value]) => travels(value))) : input
    const answer = await caller.call(endpoint, sent)
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, answer.status === 401 ? 401 : 200])
    // Whoever was shut out, by a call that does just that, is hired anew.
    if (answer.status === 401) callers.delete(role)
    called.codes.set(answer.code, (called.codes.get(answer.code) ?? 0) + 1)
    called.paths.add(endpoint.path)
  }
}

/** The markets beside the main one tell their prices in turns; after a round of beats at one moment all of them are of that moment. */
async function heardOfAll(house: MarketHouse): Promise<void> {
  for (let beat = 0; beat < BEATS_A_ROUND; beat += 1) await house.pass(0)
}

const SECONDS_A_CALL = 0.1
const LEAST_SECONDS = 120

it(
  `${CALLS} calls with every role change no price, no fill, no posting and no position`,
  async () => {
    const chance = chanceFrom(SEED)
    const codes = (await real.house.ask(quotes.hot, { limit: 5 })).map(({ stock_code: code }) => code)
    const called: Called = { codes: new Map(), paths: new Set() }
    const known: unknown[] = [...real.customers.flatMap(({ accountId, email }) => [accountId, email]), `US:${codes[0]}`, 'US', null]
    for (let round = 0; round < ROUNDS; round += 1) {
      known.push(...(await trade(chance, codes)))
      await callStaffOften(Math.ceil(CALLS / ROUNDS), known, chance, called)
      await liftWhatStaffStopped(real.house.app, real.customers)
    }
    for (const ms of [0, A_CALL_MS]) for (const { house } of [real, replay]) await house.pass(ms)
    for (const { house } of [real, replay]) await heardOfAll(house)
    expect(called.codes.get(200) ?? 0).toBeGreaterThan(CALLS / 20)
    if (CALLS > 10_000) expect(endpoints.filter(({ path }) => !called.paths.has(path))).toEqual([])
    const [after, replayed] = [await resultsOf(real.house.app, real.customers), await resultsOf(replay.house.app, replay.customers)]
    expect(after.fills.length).toBeGreaterThan(ROUNDS)
    expect(after).toEqual(replayed)
    const { checks } = await verifyBooks(real.house.app.pool, null, () => 0)
    expect(checks.filter(({ offending }) => offending.length > 0)).toEqual([])
  },
  (LEAST_SECONDS + CALLS * SECONDS_A_CALL) * 1_000,
)
