import { allStaffEndpoints } from '@rueda/contract/admin/contract.ts'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import { loans } from '@rueda/contract/loans.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { isStaffChange } from '@rueda/rules/staff/approvals.ts'
import { powerOf } from '@rueda/rules/staff/powers.ts'
import { staffRoles } from '@rueda/rules/staff/roles.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { verifyBooks } from '../features/integrity/verify/verify.ts'
import { type Answered, type Life, type Pair, actsOfTwo, doTogether, pairOf, stateOf } from '../testing/acts-of-two.ts'
import { badNumbers, badTexts, injections } from '../testing/bad-values.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { countReversals, inexactReversals, liftWhatStaffStopped, resultsOf } from '../testing/results.ts'
import { fieldsOf, sampleInput } from '../testing/samples.ts'
import { PAY_PASSWORD, TRON, newWithdrawer } from '../testing/withdrawals.ts'
import { CYCLES_A_ROUND } from '../venue/host.ts'

/**
 * No power over results (`docs/rules/reliability.md` B-38): two servers with the same market run side by side. In one of
 * them staff call everything the back office has, two persons of every role, with all kinds of input, among them the ids of
 * real customers and orders, and every act of two persons is done by two. The other is the replay: it gets only the
 * customers' requests that were granted, and of the staff's acts the two that the register says move something, a linked
 * reversal and an approved withdrawal. Afterwards every price, fill, posting, position and balance is the same in both.
 * `npm run fuzz:staff` makes a hundred thousand calls.
 */
const CALLS = Number(process.env['STAFF_FUZZ_CALLS'] ?? '300')
const SEED = Number(process.env['STAFF_FUZZ_SEED'] ?? '20261118')
const ROUNDS = CALLS > 10_000 ? 40 : 3
/** New York is open; in a market that never closes no day could be closed. */
const MACHINE_AT = Date.parse('2026-11-18T15:00:00Z')
const ENVIRONMENT = { SIM_SEED: 'fuzz', SIM_ALWAYS_OPEN: '0', REVIEW_SECONDS: '0' }
/** Long enough for two markets with their histories on a busy machine. */
const HOUSES_TIMEOUT_MS = 10 * MINUTE_MS
const A_CALL_MS = 1_000

type Living = Life & Readonly<{ database: Database; cardId: string; traders: Customer[] }>
let real: Living
let replay: Living

/** A loan above what one person decides, left to staff because the account is new. */
async function askForLoan(harness: MarketHarness, { token }: Customer): Promise<void> {
  const collateral = [{ type: 'cash', ref: 'STOCK', quantity: '20000' }] as const
  const loan = { productId: 'd30', amount: '12000', collateral, agreeTerms: 1, payPassword: PAY_PASSWORD } as const
  await harness.ask(loans.apply, { ...loan, collateral: [...collateral] }, token)
  await harness.pass(MINUTES_OF_A_REVIEW * MINUTE_MS)
}
const MINUTES_OF_A_REVIEW = 6

async function begin(): Promise<Living> {
  const database = await createTestDatabase()
  const harness = await startMarketHarness({ database, environment: ENVIRONMENT, machineAt: MACHINE_AT })
  const traders = [await harness.newCustomer(), await harness.newCustomer()]
  const [frozen] = traders
  if (frozen === undefined) throw new Error('nobody trades')
  const corrected = await harness.newCustomer()
  // All of the practice money is back in the wallet it was granted to, so that the grant can be reversed.
  await harness.ask(transfers.create, { fromWalletType: 'STOCK', toWalletType: 'US_WALLET', amount: '50000' }, corrected.token)
  const withdrawer = await newWithdrawer(harness)
  const card = { network: 'TRC20', address: TRON, label: 'Cold', payPassword: PAY_PASSWORD } as const
  const { id: cardId } = await harness.ask(cards.add, card, withdrawer.token)
  await askForLoan(harness, withdrawer)
  return { harness, database, traders, frozen, corrected, withdrawer, cardId, pairs: new Map(), shown: new Map() }
}

beforeAll(async () => {
  real = await begin()
  replay = await begin()
}, HOUSES_TIMEOUT_MS)
afterAll(async () => {
  for (const { harness, database } of [real, replay]) {
    await harness.stop()
    await database.stop()
  }
}, HOUSES_TIMEOUT_MS)

/** Returns small, repeatable random numbers (mulberry32): the same seed makes the same calls. */
function rngFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = Math.trunc(state + 0x6d2b79f5)
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
type Rng = ReturnType<typeof rngFrom>

/** Plays one round of customers' orders in the real server and, where they were granted, in the replay. Returns the ids it made. */
async function trade(rng: Rng, codes: readonly string[]): Promise<readonly unknown[]> {
  const ids: unknown[] = []
  for (const [index, customer] of real.traders.entries()) {
    const stockCode = codes[rng(codes.length)] ?? ''
    for (const direction of [0, 0, 1] as const) {
      const input = { stockCode, direction, orderType: 0 as const, quantity: direction === 0 ? String(1 + rng(9)) : '1' }
      const { code, data } = await real.harness.call(orders.create, input, customer.token)
      if (code === 200) await replay.harness.ask(orders.create, input, replay.traders[index]?.token ?? null)
      if (data !== null) ids.push(data.orderId, data.orderNo)
      // The fills are booked before time goes on, so that they are booked at the same moment in both.
      for (const ms of [0, A_CALL_MS]) for (const { harness } of [real, replay]) await harness.pass(ms)
    }
  }
  await withdraw()
  return ids
}

/** Requests a withdrawal in both servers; more than one person approves it, and it leaves in both. */
async function withdraw(): Promise<void> {
  const isTaken = await askToWithdraw(real)
  if (isTaken && !(await askToWithdraw(replay))) throw new Error('a withdrawal that was taken in one house was refused in the other')
  for (const { harness } of [real, replay]) await harness.pass(A_CALL_MS)
}

async function askToWithdraw({ harness, withdrawer: { email, token }, cardId }: Living): Promise<boolean> {
  const code = (await harness.call(accounts.sendCode, { email, type: 'withdraw' }, token)).data?.devCode
  const asked = { walletType: 'US_WALLET', type: 'vm', cardId, amount: '6000', payPassword: PAY_PASSWORD } as const
  return (await harness.call(withdrawals.apply, { ...asked, ...(code === undefined ? {} : { code }) }, token)).code === 200
}

/** Does every act of two persons; decisions about money are made in both servers. Returns the least number of calls. */
async function actInPairs(turn: number, done: Map<string, number>): Promise<number> {
  for (const act of actsOfTwo) {
    const { path } = act.endpoint
    const answered = await doTogether(real, act, turn)
    // The first time nothing stands in the way; later, something that random calls asked for may.
    if (turn === 0) expect([path, answered]).toEqual([path, fourEyes(act.endpoint)])
    if (answered?.done === 'done') done.set(path, (done.get(path) ?? 0) + 1)
    if (act.moves === 'what is decided') expect([path, await doTogether(replay, act, turn)]).toEqual([path, answered])
  }
  return actsOfTwo.length * CALLS_OF_AN_ACT
}
const CALLS_OF_AN_ACT = 4
const ACTS_EVERY_ROUNDS = 3

/** Expects B-39 of every act: not by one person, not by the same twice, not by two who ask for different things. */
const fourEyes = ({ power }: StaffEndpoint): Answered => ({
  asked: 'waiting',
  askedAgain: codeOf(isStaffChange(power) ? 'approval.not_yet' : 'approval.same_person'),
  askedOtherwise: codeOf('approval.changed'),
  done: 'done',
})

function inputFor(endpoint: StaffEndpoint, known: readonly unknown[], rng: Rng): Record<string, unknown> {
  const input: Record<string, unknown> = sampleInput(endpoint)
  const wild = [...badNumbers, ...badTexts, ...injections].map(([, value]) => value)
  for (const name of Object.keys(fieldsOf(endpoint))) {
    const roll = rng(10)
    if (roll < 3) input[name] = known[rng(known.length)]
    else if (roll < 5) input[name] = wild[rng(wild.length)]
    else if (roll === 9) input[name] = String(rng(100_000))
  }
  return input
}

const travels = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed() && value.length < 100

/** Paths that read the whole journal or the whole log each time; called as often as the others, they would take all the time. */
const LONG_PATHS: ReadonlySet<string> = new Set(['/audit/verify', '/integrity/run'])
const LONG_ONE_IN = 50
const endpoints = allStaffEndpoints().filter(({ access, path }) => access === 'staff' && path !== '/signOut')

type Called = { codes: Map<number, number>; paths: Set<string> }

async function callStaffOften(count: number, known: readonly unknown[], rng: Rng, called: Called): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const role = staffRoles[rng(staffRoles.length)] ?? 'support'
    const [caller, colleague] = inAnyOrder(await pairOf(real, role), rng)
    const endpoint = endpoints[rng(endpoints.length)]
    if (endpoint === undefined || (LONG_PATHS.has(endpoint.path) && rng(LONG_ONE_IN) > 0)) continue
    const input = inputFor(endpoint, known, rng)
    const sent = endpoint.method === 'GET' ? Object.fromEntries(Object.entries(input).filter(([, value]) => travels(value))) : input
    const answer = await caller.call(endpoint, sent)
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, answer.status === 401 ? 401 : 200])
    // An act that waits for a second person gets one.
    if (stateOf(answer.data) === 'waiting') await colleague.call(endpoint, sent)
    // A person whom the call itself signed out is hired anew, together with the colleague of the pair.
    if (answer.status === 401) real.pairs.delete(role)
    called.codes.set(answer.code, (called.codes.get(answer.code) ?? 0) + 1)
    called.paths.add(endpoint.path)
  }
}

const inAnyOrder = ([one, other]: Pair, rng: Rng): Pair => (rng(2) === 0 ? [one, other] : [other, one])

/** Passes a round of cycles at one moment, because the markets beside the main one publish their prices in turns. */
async function heardOfAll(harness: MarketHarness): Promise<void> {
  for (let cycle = 0; cycle < CYCLES_A_ROUND; cycle += 1) await harness.pass(0)
}

const everybody = ({ traders, corrected, withdrawer }: Living): Customer[] => [...traders, corrected, withdrawer]

const takingTwo = endpoints.filter(({ power }) => powerOf(power).people !== 'one')

const SECONDS_A_CALL = 0.1
const MIN_SECONDS = 120

it(
  `${CALLS} calls with every role change no price, no fill, no posting and no position`,
  async () => {
    const rng = rngFrom(SEED)
    const codes = (await real.harness.ask(quotes.hot, { limit: 5 })).map(({ stock_code: code }) => code)
    const called: Called = { codes: new Map(), paths: new Set() }
    const known: unknown[] = [...real.traders.flatMap(({ accountId, email }) => [accountId, email]), `US:${codes[0]}`, 'US', null]
    const done = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      known.push(...(await trade(rng, codes)))
      const calls = round % ACTS_EVERY_ROUNDS === 0 ? await actInPairs(round, done) : 0
      await callStaffOften(Math.ceil(CALLS / ROUNDS) - calls, known, rng, called)
      await liftWhatStaffStopped(real.harness.app, real.traders)
    }
    expect(takingTwo.filter(({ path }) => (done.get(path) ?? 0) === 0).map(({ path }) => path)).toEqual([])
    for (const ms of [0, A_CALL_MS]) for (const { harness } of [real, replay]) await harness.pass(ms)
    for (const { harness } of [real, replay]) await heardOfAll(harness)
    expect(called.codes.get(200) ?? 0).toBeGreaterThan(CALLS / 20)
    if (CALLS > 10_000) expect(endpoints.filter(({ path }) => !called.paths.has(path))).toEqual([])
    const [after, replayed] = [await resultsOf(real.harness.app, everybody(real)), await resultsOf(replay.harness.app, everybody(replay))]
    expect(after.fills.length).toBeGreaterThan(ROUNDS)
    expect(after).toEqual(replayed)
    for (const { harness } of [real, replay]) expect(await inexactReversals(harness.app)).toEqual([])
    expect(await countReversals(real.harness.app)).toBe(done.get('/ledger/reverse'))
    const { checks } = await verifyBooks(real.harness.app.pool, null, () => 0)
    expect(checks.filter(({ offending }) => offending.length > 0)).toEqual([])
  },
  (MIN_SECONDS + CALLS * SECONDS_A_CALL) * 1_000,
)
