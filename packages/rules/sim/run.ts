import { usStockFees } from '../src/markets/us.ts'
import type { CloseOnly } from '../src/instruments/close-only.ts'
import { type Instrument, tickAt } from '../src/instruments/instrument.ts'
import { addDays } from '../src/calendar-date.ts'
import type { OrderAsk, OrderTerms } from '../src/orders/accept.ts'
import { worstMarketPrice } from '../src/orders/limits.ts'
import { isWorking, remainingOf } from '../src/orders/order.ts'
import { DAY_MS } from '../src/time.ts'
import { type Chance, chanceAt } from './chance.ts'
import { type HouseRules, House, instruments, quickHash, realRules } from './house.ts'
import { breaches, replayBreaches } from './invariants.ts'
import { payDividends, recordDividend, splitShares } from './corporate.ts'
import { beginDate } from './corporate-model.ts'
import { callBackTransfer, settlePending, transferMoney } from './transfers.ts'
import { amendSome, placeConditional, tradePasses } from './conditional.ts'
import { spreadFill } from './conditional-model.ts'
import { type ModelAccount, PLAIN_MODEL, endModel, fillModel, freeShares, holdOf, newModelAccount, settleModel } from './model.ts'

/**
 * One seeded life of the house: customers place, cancel and repeat orders, the venue fills, repeats and gives up, days
 * end and settle, and after every step the books must agree with the reference model and with themselves.
 */
export type Run = Readonly<{ steps: number; trace: string; seen: ReadonlySet<string> }>

export class SimulationFailure extends Error {
  readonly seed: number
  readonly step: number
  constructor(seed: number, step: number, operation: string, reason: string) {
    super(`seed ${seed}, step ${step} (${operation}): ${reason}. Replay with: npm run sim -- --seed ${seed} --steps ${step + 1}`)
    this.seed = seed
    this.step = step
  }
}

const FIRST_DATE = '2026-11-20'
const FIRST_MOMENT = 1_795_186_800_000
const UNIT = 10_000n // ten-thousandths of a dollar in units of 10^-8
const SHARE = 100_000_000n
const FULL_CHECK_EVERY = 100
/** Market prices in ten-thousandths: ordinary, dear, below a dollar. */
const BASE_PRICES = [182_3700n, 950_0000n, 4_321n]

type World = {
  readonly house: House
  readonly models: Map<string, ModelAccount>
  readonly seen: Set<string>
  readonly requests: { accountId: string; key: string; ask: OrderAsk; terms: OrderTerms }[]
  sequence: number
  trace: string
}

type Step = Readonly<{ world: World; chance: Chance; number: number; accountId: string; model: ModelAccount; date: string; now: number }>

export function runSeed(seed: number, steps: number, rules: HouseRules = realRules): Run {
  const world: World = { house: new House(rules), models: new Map(), seen: new Set(), requests: [], sequence: 0, trace: '' }
  const customers = 2 + (seed % 5)
  for (let index = 0; index < customers; index += 1) {
    const accountId = String(1_000 + index)
    const grant = 2n * BigInt(chanceAt(seed, -1 - index).below(5_000_000))
    world.house.open(accountId, grant, FIRST_DATE, FIRST_MOMENT)
    world.models.set(accountId, newModelAccount(grant / 2n, grant - grant / 2n))
  }
  for (let number = 0; number < steps; number += 1) takeStep(world, seed, number)
  return { steps, trace: world.trace, seen: world.seen }
}

const STEPS_PER_DAY = 60

function takeStep(world: World, seed: number, number: number): void {
  const chance = chanceAt(seed, number)
  const accountId = chance.pick([...world.models.keys()])
  const model = world.models.get(accountId)
  if (model === undefined) throw new Error('unreachable')
  const day = Math.floor(number / STEPS_PER_DAY)
  const step: Step = { world, chance, number, accountId, model, date: addDays(FIRST_DATE, day), now: FIRST_MOMENT + day * DAY_MS + number }
  beginDate(model, step.date)
  const [name, operation] = chooseOperation(chance)
  try {
    operation(step)
    checkBooks(step)
  } catch (error) {
    throw new SimulationFailure(seed, number, name, error instanceof Error ? error.message : String(error))
  }
  const { books } = world.house.account(accountId)
  world.trace = quickHash(`${world.trace} ${name} ${books.headHash} ${books.openOrders}`)
}

/** After every step the books of its customer, and now and then everybody's from the first entry on. */
function checkBooks({ world, accountId, model, number }: Step): void {
  for (const breach of breaches(world.house.account(accountId), model)) throw new Error(breach)
  if (number % FULL_CHECK_EVERY !== 0) return
  for (const each of world.house.accounts.values()) for (const breach of replayBreaches(each, world.house.rules)) throw new Error(breach)
}

type Operation = (step: Step) => void
const operations: readonly (readonly [weight: number, name: string, operation: Operation])[] = [
  [30, 'place', placeOrder],
  [34, 'execute', executeOrder],
  [6, 'repeat execution', repeatExecution],
  [4, 'late execution', executeEnded],
  [10, 'cancel', cancelOrder],
  [4, 'give up', giveUpOrder],
  [6, 'repeat request', repeatRequest],
  [3, "other's key", reuseForeignKey],
  [7, 'settle', settleYesterday],
  [16, 'place conditional', (step) => placeConditional({ ...step, termsFor: (instrument) => termsFor(step, instrument) })],
  [10, 'a trade passes', (step) => tradePasses({ ...step, termsFor: (instrument) => termsFor(step, instrument) })],
  [10, 'amend', (step) => amendSome({ ...step, termsFor: (instrument) => termsFor(step, instrument) })],
  [12, 'transfer', transferMoney],
  [4, 'call back', callBackTransfer],
  [6, 'settle transfer', settlePending],
  [5, 'record dividend', recordDividend],
  [3, 'pay dividends', payDividends],
  [2, 'split', splitShares],
]
const TOTAL_WEIGHT = operations.reduce((sum, [weight]) => sum + weight, 0)

function chooseOperation(chance: Chance): readonly [string, Operation] {
  let left = chance.below(TOTAL_WEIGHT)
  for (const [weight, name, operation] of operations) {
    if (left < weight) return [name, operation]
    left -= weight
  }
  throw new Error('weights do not add up')
}

/** The market moves a little every step, the same for everybody; whole ticks. */
function marketPrice(index: number, number: number): bigint {
  const base = BASE_PRICES[index] ?? 0n
  const wave = BigInt(Math.round(Math.sin(number / 37 + index) * 40) + 1_000)
  const price = (base * wave) / 1_000n
  return index === 2 ? price : (price / 100n) * 100n
}

function termsFor(step: Step, instrument: Instrument): OrderTerms {
  const last = marketPrice(instruments.indexOf(instrument), step.number) * UNIT
  const tick = tickAt(instrument, last)
  return {
    instrument,
    market: { last, bid: last - tick, ask: last + tick, previousClose: last },
    marketAt: step.now,
    matching: true,
    halted: false,
    tradeDate: step.date,
    dayOrderEnds: step.date,
    goodTillCancelledEnds: addDays(step.date, 90),
    fees: usStockFees,
    identityMissing: false,
  }
}

/** Edges are where bugs live: one share, all that is there, one more than that. */
function chooseShares({ chance, model }: Step, side: 'buy' | 'sell', instrumentId: string, price: bigint): bigint {
  const most = side === 'sell' ? freeShares(model, instrumentId) : (model.cash * 100n) / (price === 0n ? 1n : price)
  const chosen = chance.pick([
    1n,
    most,
    most + 1n,
    most / 2n,
    BigInt(1 + chance.below(300)),
    BigInt(1 + chance.below(300)),
    4_000n * BigInt(1 + chance.below(40)),
  ])
  return chosen > 0n ? chosen : 1n
}

export const CLOSE_ONLY: CloseOnly = { reason: 'clearing', from: FIRST_MOMENT, until: Number.MAX_SAFE_INTEGER }

function placeOrder(step: Step): void {
  const { world, chance, model, accountId } = step
  const instrument = chance.pick(instruments)
  const closeOnly = chance.percent(4) ? CLOSE_ONLY : null
  const terms = { ...termsFor(step, instrument), closeOnly }
  const side = chance.percent(55) ? 'buy' : 'sell'
  const type = chance.percent(40) ? 'market' : 'limit'
  const market = terms.market ?? { last: 0n, bid: 0n, ask: 0n, previousClose: 0n }
  const offset = BigInt(chance.below(41) - 20)
  const tick = tickAt(instrument, market.last)
  const limitPrice = type === 'limit' ? market.last + offset * tick : null
  const worst = (limitPrice ?? worstMarketPrice(instrument, side, market)) / UNIT
  const shares = chooseShares(step, side, instrument.id, worst)
  const ask: OrderAsk = {
    id: `order-${step.number}`,
    number: `S-${step.number}`,
    instrumentId: instrument.id,
    wallet: 'STOCK',
    side,
    type,
    timeInForce: chance.percent(30) ? 'GTC' : 'DAY',
    limitPrice,
    quantity: shares * SHARE,
    leverage: 1,
    margin: null,
  }
  const key = `key-${step.number}`
  const free = freeShares(model, instrument.id)
  const placed = world.house.place(accountId, key, ask, terms, step.now)
  const hold = holdOf(worst, shares)
  const tooLarge = (worst * shares + 99n) / 100n > 50_000_000n || (type === 'market' && (market.last / UNIT) * shares > 5_000_000_000n)
  const barred = closeOnly !== null && side === 'buy'
  const expected = side === 'buy' ? !barred && model.cash >= hold : free >= shares
  if (placed.ok) {
    if (!expected) throw new Error(`accepted ${side} of ${shares} the model cannot pay or deliver`)
    if (side === 'buy') model.cash -= hold
    model.orders.set(ask.id, {
      ...PLAIN_MODEL,
      hasLimit: type === 'limit',
      side,
      instrumentId: instrument.id,
      worst,
      shares,
      held: side === 'buy' ? hold : 0n,
    })
    world.requests.push({ accountId, key, ask, terms })
    if (closeOnly !== null) world.seen.add('sold while open for closing only')
    if (side === 'buy' && model.cash === 0n) world.seen.add('everything is on hold')
    if (side === 'sell' && free === shares) world.seen.add('every share is on a sell order')
    return
  }
  world.seen.add(`refused: ${placed.refusal}`)
  if (barred !== (placed.refusal === 'instrument.close_only')) throw new Error(`refused ${side} with ${placed.refusal}`)
  const explained = placed.refusal === 'order.risk_limit' ? tooLarge || world.house.account(accountId).books.openOrders >= 200 : !expected
  if (!explained) throw new Error(`refused (${placed.refusal}) what the model allows: ${side} ${shares}`)
}

function openOrderOf({ world, chance, accountId }: Step): string | null {
  const open = [...world.house.account(accountId).books.orders.values()].filter(isWorking)
  return open.length === 0 ? null : chance.pick(open).id
}

function executeOrder(step: Step): void {
  const { world, chance, model, accountId, date, now } = step
  const id = openOrderOf(step)
  const order = id === null ? undefined : world.house.account(accountId).books.orders.get(id)
  const expected = id === null ? undefined : model.orders.get(id)
  if (id === null || order === undefined || expected === undefined) return
  const rest = remainingOf(order) / SHARE
  const shares = chance.percent(45) ? rest : 1n + BigInt(chance.below(Number(rest)))
  const tick = order.worstPrice < SHARE ? 1n : 100n
  const better = tick * BigInt(chance.below(6))
  const tooDear = chance.percent(4)
  const drift = tooDear ? -tick : better
  const price = order.side === 'buy' ? expected.worst - drift : expected.worst + drift
  if (price <= 0n) return
  world.sequence += 1
  const execution = {
    orderId: id,
    sequence: world.sequence,
    price: price * UNIT,
    quantity: shares * SHARE,
    resting: false,
    tradeDate: date,
    settlementDate: addDays(date, 1),
    at: now,
  }
  const booked = world.house.execute(accountId, execution, `position-${world.sequence}`, now)
  if (expected.waiting) {
    if (booked.ok) throw new Error('an order was filled before a trade reached its stop')
    return void world.seen.add('execution of a held order refused')
  }
  if (tooDear) {
    if (booked.ok) throw new Error('an execution beyond the limit was booked')
    return void world.seen.add('execution beyond the limit refused')
  }
  if (!booked.ok) throw new Error(`execution refused: ${booked.refusal}`)
  fillModel(model, expected, price, shares, addDays(date, 1))
  spreadFill(model, expected, shares, world.sequence)
  if (expected.sibling !== null) world.seen.add('one of two for the same shares was filled')
  if (expected.exits !== null) world.seen.add('a purchase brought its exits')
  world.seen.add(shares === rest ? 'filled' : 'partly filled')
  if (order.side === 'sell' && model.shares.get(order.instrumentId) === 0n) world.seen.add('position closed')
  if (order.side === 'sell' && model.realised < 0n) world.seen.add('sold at a loss')
}

/** The venue tells an execution a second time, as after a lost acknowledgement: nothing may change. */
function repeatExecution({ world, chance, accountId, now }: Step): void {
  const { fills } = world.house.account(accountId)
  if (fills.length === 0) return
  const fill = chance.pick(fills.slice(-5))
  const before = world.house.account(accountId).entries.length
  world.house.execute(accountId, { ...fill, orderId: fill.orderId }, 'position-twice', now)
  if (world.house.account(accountId).entries.length !== before) throw new Error('an execution was booked twice')
  world.seen.add('execution told twice')
}

/** The venue tells an execution of an order that has ended: it comes too late and is refused. */
function executeEnded({ world, chance, model, accountId, date, now }: Step): void {
  const ended = [...model.orders.entries()].filter(([, order]) => !order.open && order.filled < order.shares)
  if (ended.length === 0) return
  const [id, order] = chance.pick(ended.slice(-8))
  world.sequence += 1
  const execution = {
    orderId: id,
    sequence: world.sequence,
    price: order.worst * UNIT,
    quantity: SHARE,
    resting: false,
    tradeDate: date,
    settlementDate: addDays(date, 1),
    at: now,
  }
  if (world.house.execute(accountId, execution, `position-${world.sequence}`, now).ok) throw new Error('an ended order was filled')
  world.seen.add('execution of an ended order refused')
}

function cancelOrder(step: Step): void {
  const { world, chance, model, accountId, date, now } = step
  const known = [...model.orders.entries()]
  if (known.length === 0) return
  const [id, order] = chance.pick(known.slice(-8))
  const ended = world.house.end(accountId, id, 'CANCELLED', date, now)
  if (ended.ok !== order.open) throw new Error(order.open ? 'an open order could not be cancelled' : 'an ended order was cancelled')
  if (!ended.ok) return void world.seen.add('cancel of an ended order refused')
  if (order.filled > 0n) world.seen.add('partly filled, then cancelled')
  order.cancelled = true
  endModel(model, order)
}

function giveUpOrder(step: Step): void {
  const { world, chance, model, accountId, date, now } = step
  const id = openOrderOf(step)
  const order = id === null ? undefined : model.orders.get(id)
  if (id === null || order === undefined) return
  const reason = chance.pick(['NO_LIQUIDITY', 'EXPIRED', 'SELF_TRADE'] as const)
  const ended = world.house.end(accountId, id, reason, date, now)
  if (!ended.ok) throw new Error(`the venue could not end an open order: ${ended.refusal}`)
  endModel(model, order)
  world.seen.add(`ended: ${reason}`)
}

/** The same request again, as after a lost answer: the first answer, and no second order. */
function repeatRequest({ world, chance, now }: Step): void {
  if (world.requests.length === 0) return
  const request = chance.pick(world.requests.slice(-5))
  const before = world.house.account(request.accountId).entries.length
  const again = world.house.place(request.accountId, request.key, { ...request.ask, id: `${request.ask.id}-again` }, request.terms, now)
  if (!again.ok || again.value !== request.ask.id) throw new Error('a repeated request got another answer')
  if (world.house.account(request.accountId).entries.length !== before) throw new Error('a repeated request had an effect')
  world.seen.add('request repeated')
}

/** Another customer happens to use the same key: that is another request. */
function reuseForeignKey(step: Step): void {
  const { world, chance, accountId, model, now } = step
  const foreign = world.requests.filter((request) => request.accountId !== accountId)
  if (foreign.length === 0) return
  const request = chance.pick(foreign.slice(-5))
  const id = `order-${step.number}`
  const [instrument] = instruments
  if (instrument === undefined) return
  const terms = termsFor(step, instrument)
  const limitPrice = terms.market?.last ?? 0n
  const ask: OrderAsk = { ...request.ask, id, instrumentId: instrument.id, side: 'buy', type: 'limit', limitPrice, quantity: SHARE }
  const placed = world.house.place(accountId, request.key, ask, terms, now)
  const hold = holdOf(limitPrice / UNIT, 1n)
  if (!placed.ok) {
    if (model.cash >= hold && world.house.account(accountId).books.openOrders < 200) throw new Error(`refused ${placed.refusal}`)
    return
  }
  if (placed.value !== id && !model.orders.has(placed.value)) throw new Error("another customer's answer was given")
  if (placed.value !== id) return
  model.cash -= hold
  model.orders.set(id, {
    ...PLAIN_MODEL,
    side: 'buy',
    instrumentId: instrument.id,
    worst: limitPrice / UNIT,
    shares: 1n,
    held: hold,
  })
  world.seen.add('one key, two customers')
}

/** The settlement job runs for today, sometimes twice. */
function settleYesterday({ world, chance, accountId, model, date, now }: Step): void {
  for (let times = chance.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const settled = world.house.settle(accountId, date, now)
    if (!settled.ok) throw new Error('the settlement job failed')
  }
  settleModel(model, date)
  world.seen.add('settled')
}
