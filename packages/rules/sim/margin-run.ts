import { addDays } from '../src/calendar-date.ts'
import { tickAt } from '../src/instruments/instrument.ts'
import { type Books, type Outcome, openBooks, post } from '../src/ledger/books.ts'
import { type Entry, isBalanced, transfer } from '../src/ledger/entry.ts'
import { type MarginAsk, acceptMarginOrder } from '../src/margin/accept.ts'
import { addMargin } from '../src/margin/add-margin.ts'
import { bookMarginExecution } from '../src/margin/book-execution.ts'
import { settleDaily } from '../src/margin/daily-settlement.ts'
import { AT_PAR } from '../src/margin/dollar-rate.ts'
import type { MarginPosition } from '../src/margin/position.ts'
import { rollPosition } from '../src/margin/rollover.ts'
import { nightsOn } from '../src/margin/value-dates.ts'
import { type MarginInstrument, valueMargin } from '../src/margin/valuation.ts'
import { endOrder } from '../src/orders/end.ts'
import { type Result, ok } from '../src/result.ts'
import { EURUSD, SCL, SES, WEEKDAYS, booking, executionOf, marginTerms, walletOfContract } from '../src/testing/margin.ts'
import { type Chance, chanceAt } from './chance.ts'
import { quickHash } from './house.ts'
import { CLOSE_ONLY } from './run.ts'
import { type MarginModel, closeInModel, modelContracts, openInModel, rollInModel, settleInModel } from './margin-model.ts'

/** One seeded life of a customer who trades on margin; the rules are given, so that a planted bug can stand in for one. */
export type MarginRules = Readonly<{
  acceptMarginOrder: typeof acceptMarginOrder
  bookMarginExecution: typeof bookMarginExecution
  settleDaily: typeof settleDaily
  rollPosition: typeof rollPosition
  addMargin: typeof addMargin
  endOrder: typeof endOrder
}>
export const realMarginRules: MarginRules = { acceptMarginOrder, bookMarginExecution, settleDaily, rollPosition, addMargin, endOrder }

export class MarginFailure extends Error {}

const FIRST_MOMENT = 1_795_186_800_000
const FIRST_DATE = '2026-11-20'
/** So many that a run ends before the contracts do. */
const STEPS_PER_DAY = 80
export const LONGEST_MARGIN_RUN = 2_200
const GRANT = 20_000_000n
const instruments: readonly MarginInstrument[] = [SES, SCL, EURUSD]
/** Prices in ticks: an index, crude near zero, a pair. */
const BASES: Readonly<Record<string, number>> = { [SES.id]: 20_040, [SCL.id]: 400, [EURUSD.id]: 108_450 }

type World = {
  readonly books: Books
  readonly entries: Entry[]
  readonly model: MarginModel
  readonly rules: MarginRules
  readonly seen: Set<string>
  sequence: number
}
type Step = Readonly<{ world: World; chance: Chance; number: number; date: string; now: number; still: boolean }>

export function runMargin(seed: number, steps: number, rules: MarginRules = realMarginRules, still = false): ReadonlySet<string> {
  const books = openBooks('1000')
  const world: World = { books, entries: [], model: { cash: 0n, insurance: 0n, positions: new Map() }, rules, seen: new Set(), sequence: 0 }
  for (const wallet of ['FUTURE', 'FOREX'] as const) {
    const lines = transfer({ from: 'H:PROMO:USD', to: `U:${wallet}:CASH`, asset: 'USD', amount: GRANT })
    commit(
      world,
      { entries: [{ journal: 'J98', cause: { kind: 'grant', id: wallet, step: 0 }, lines, valueDate: FIRST_DATE }] },
      FIRST_MOMENT,
    )
    world.model.cash += GRANT
  }
  for (let number = 0; number < steps; number += 1) {
    const chance = chanceAt(seed, number)
    const date = addDays(FIRST_DATE, Math.floor(number / STEPS_PER_DAY))
    const step: Step = { world, chance, number, date, now: FIRST_MOMENT + number * 1_000, still }
    const [name, operation] = choose(chance, still)
    const before = still ? equity(world, number, still) : 0n
    try {
      operation(step)
      check(world)
      if (still && equity(world, number, still) > before) throw new Error('at a standing price the equity has grown')
    } catch (error) {
      throw new MarginFailure(`seed ${seed}, step ${number} (${name}): ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return world.seen
}

type Operation = (step: Step) => void
const operations: readonly (readonly [number, string, Operation])[] = [
  [30, 'open', open],
  [30, 'close', close],
  [8, 'add margin', add],
  [10, 'cancel a close', cancelClose],
  [12, 'settle', settle],
  [10, 'roll over', roll],
]
const choose = (chance: Chance, still: boolean): readonly [string, Operation] => {
  // Interest is no trick of the customer's: where prices stand, only what customers do is played.
  const pool = operations.filter(([, name]) => !still || (name !== 'settle' && name !== 'roll over'))
  const [, name, operation] = chance.pick(pool.flatMap((entry) => Array.from({ length: entry[0] }, () => entry)))
  return [name, operation]
}

/** Crude falls far below zero and comes back; the others swing, and now and then a price gaps. */
function ticksOf(id: string, number: number, still: boolean): bigint {
  const base = BASES[id] ?? 0
  if (still) return BigInt(base)
  if (id === SCL.id) return BigInt(Math.round(base * Math.cos(number / 60) * 3))
  const gap = number % 97 < 6 ? 0.9 : 1
  return BigInt(Math.round(base * (1 + Math.sin(number / 41) / 30) * gap))
}

const priceOf = (instrument: MarginInstrument, ticks: bigint): bigint => ticks * tickAt(instrument, 0n)
const stepsOf = ({ quantity }: MarginPosition, { step }: MarginInstrument): bigint => quantity / step
const instrumentOf = (id: string): MarginInstrument => instruments.find((each) => each.id === id) ?? SES

function commit(world: World, outcome: Outcome, now: number): void {
  world.entries.push(...post(world.books, outcome, now, quickHash))
}

function decided(world: World, result: Result<Outcome>, now: number): void {
  if (!result.ok) throw new Error(`refused: ${result.refusal}`)
  commit(world, result.value, now)
}

/** Half a spread against whoever trades: buys above the price, sells below it. */
const traded = (side: 'buy' | 'sell', ticks: bigint): bigint => (side === 'buy' ? ticks + 1n : ticks - 1n)

function termsAt(step: Step, instrument: MarginInstrument, ticks: bigint) {
  const last = priceOf(instrument, ticks)
  const tick = tickAt(instrument, 0n)
  const market = { last, bid: last - tick, ask: last + tick, previousClose: last }
  return { ...marginTerms(instrument, '1'), market, marketAt: step.now, tradeDate: step.date, dayOrderEnds: step.date }
}

function open(step: Step): void {
  const { world, chance, number, now } = step
  const instrument = chance.pick(instruments)
  const side = chance.pick(['buy', 'sell'] as const)
  const ticks = traded(side, ticksOf(instrument.id, number, step.still))
  const count = BigInt(1 + chance.below(instrument.contract.kind === 'pair' ? 300 : 5))
  const pair = instrument.contract.kind === 'pair'
  const ask: MarginAsk = {
    id: `open-${number}`,
    number: `S-${number}`,
    instrumentId: instrument.id,
    wallet: walletOfContract(instrument),
    side,
    type: 'limit',
    timeInForce: 'DAY',
    limitPrice: priceOf(instrument, ticks),
    quantity: count * instrument.step,
    leverage: pair ? 30 : 1,
    margin: { action: 'open', positionId: `p-${number}` },
  }
  const terms = termsAt(step, instrument, ticksOf(instrument.id, number, step.still))
  if (terms.market.last === 0n || ask.limitPrice === 0n) return
  const closeOnly = chance.percent(4) ? CLOSE_ONLY : null
  const accepted = world.rules.acceptMarginOrder(world.books, ask, { ...terms, closeOnly }, now)
  if (accepted.ok && closeOnly !== null) throw new Error('a position was opened in what may only be closed')
  if (!accepted.ok) return void world.seen.add(`refused: ${accepted.refusal}`)
  commit(world, accepted.value.outcome, now)
  fill(step, instrument, ask.id, ticks, count)
  const contract = modelContracts[instrument.id]
  if (contract === undefined) throw new Error('a contract of the model')
  openInModel(world.model, `p-${number}`, contract, side === 'buy' ? 1n : -1n, ticks, count)
  world.seen.add(ticks < 0n ? 'opened below zero' : 'opened')
}

function fill({ world, chance, date, now }: Step, instrument: MarginInstrument, orderId: string, ticks: bigint, count: bigint): void {
  world.sequence += 1
  const execution = {
    ...executionOf(orderId, '1', '1'),
    price: priceOf(instrument, ticks),
    quantity: count * instrument.step,
    sequence: world.sequence,
    tradeDate: date,
    at: now,
  }
  const terms = booking(instrument, { mark: execution.price })
  decided(world, world.rules.bookMarginExecution(world.books, execution, terms, now), now)
  if (!chance.percent(20)) return
  decided(world, world.rules.bookMarginExecution(world.books, execution, terms, now), now)
  world.seen.add('execution told twice')
}

function openPosition({ world, chance }: Step): MarginPosition | null {
  const positions = [...world.books.marginPositions.values()].filter(({ quantity }) => quantity > 0n)
  return positions.length === 0 ? null : chance.pick(positions)
}

function closing(step: Step, position: MarginPosition, count: bigint, ticks: bigint): string | null {
  const { world, number, now } = step
  const instrument = instrumentOf(position.instrumentId)
  const price = priceOf(instrument, ticks)
  const terms = termsAt(step, instrument, ticksOf(instrument.id, number, step.still))
  if (price === 0n || terms.market.last === 0n) return null
  const ask: MarginAsk = {
    id: `close-${number}`,
    number: `S-${number}`,
    instrumentId: instrument.id,
    wallet: position.wallet,
    side: position.side === 'buy' ? 'sell' : 'buy',
    type: 'limit',
    timeInForce: 'DAY',
    limitPrice: price,
    quantity: count * instrument.step,
    leverage: 1,
    margin: { action: 'close', positionId: position.id },
  }
  const closeOnly = number % 4 === 0 ? CLOSE_ONLY : null
  const accepted = world.rules.acceptMarginOrder(world.books, ask, { ...terms, closeOnly }, now)
  // Around zero a single tick may already lie outside of the band.
  if (!accepted.ok && accepted.refusal === 'price.outside_band') return null
  if (!accepted.ok) throw new Error(`a close was refused: ${accepted.refusal}`)
  commit(world, accepted.value.outcome, now)
  if (closeOnly !== null) world.seen.add('closed while open for closing only')
  return ask.id
}

function close(step: Step): void {
  const position = openPosition(step)
  if (position === null) return
  const { world, chance, number } = step
  const instrument = instrumentOf(position.instrumentId)
  const whole = stepsOf(position, instrument)
  const count = chance.percent(50) ? whole : 1n + BigInt(chance.below(Number(whole)))
  const ticks = traded(position.side === 'buy' ? 'sell' : 'buy', ticksOf(instrument.id, number, step.still))
  const orderId = closing(step, position, count, ticks)
  if (orderId === null) return
  fill(step, instrument, orderId, ticks, count)
  const before = world.model.insurance
  closeInModel(world.model, position.id, ticks, count)
  world.seen.add(count === whole ? 'closed' : 'closed in part')
  if (world.model.insurance < before) world.seen.add('lost beyond the margin')
}

function cancelClose(step: Step): void {
  const position = openPosition(step)
  if (position === null) return
  const { world, number, now, date } = step
  const instrument = instrumentOf(position.instrumentId)
  const orderId = closing(step, position, stepsOf(position, instrument), ticksOf(instrument.id, number, step.still) + 1n)
  if (orderId === null) return
  decided(world, world.rules.endOrder(world.books, { orderId, reason: 'CANCELLED', tradeDate: date }, now), now)
  world.seen.add('close cancelled')
}

function add(step: Step): void {
  const position = openPosition(step)
  if (position === null) return
  const { world, chance, number, date, now } = step
  const cents = chance.pick([1n, BigInt(1 + chance.below(100_000)), GRANT * 10n])
  const added = world.rules.addMargin(world.books, { positionId: position.id, cents, id: `add-${number}`, tradeDate: date }, now)
  if (!added.ok) return void world.seen.add(`refused: ${added.refusal}`)
  commit(world, added.value.outcome, now)
  const expected = world.model.positions.get(position.id)
  if (expected !== undefined) expected.margin += cents
  world.model.cash -= cents
  world.seen.add('margin added')
}

function settle(step: Step): void {
  const position = openPosition(step)
  if (position === null || position.wallet !== 'FUTURE') return
  const { world, number, date, now } = step
  const instrument = instrumentOf(position.instrumentId)
  const ticks = ticksOf(instrument.id, number, step.still)
  const settling = { price: priceOf(instrument, ticks), date, instrument, rate: AT_PAR, venue: 'SIM' }
  for (let times = 0; times < 2; times += 1) {
    const fresh = world.books.marginPositions.get(position.id)
    if (fresh !== undefined) commit(world, world.rules.settleDaily(fresh, settling, now), now)
  }
  settleInModel(world.model, position.id, ticks, date)
  world.seen.add('settled')
}

function roll(step: Step): void {
  const position = openPosition(step)
  const { world, number, date, now } = step
  if (position === null || EURUSD.contract.kind !== 'pair' || position.instrumentId !== EURUSD.id) return
  const ticks = ticksOf(EURUSD.id, number, step.still)
  const nights = nightsOn(date, EURUSD.contract, 'USD', WEEKDAYS)
  const rolling = { date, price: priceOf(EURUSD, ticks), contract: EURUSD.contract, currency: 'USD', rate: AT_PAR, nights } as const
  for (let times = 0; times < 2; times += 1) {
    const fresh = world.books.marginPositions.get(position.id)
    if (fresh !== undefined) commit(world, world.rules.rollPosition(fresh, rolling, now), now)
  }
  rollInModel(world.model, position.id, ticks, date, BigInt(nights))
  world.seen.add('rolled over')
}

const cashOf = ({ books }: World): bigint => (books.wallets.get('FUTURE')?.cash ?? 0n) + (books.wallets.get('FOREX')?.cash ?? 0n)

/** Everything the customer has: cash, holds, margins, and what floats at the mid. */
function equity(world: World, number: number, still: boolean): bigint {
  let sum = 0n
  for (const wallet of world.books.wallets.values()) sum += wallet.cash + wallet.hold + wallet.margin
  for (const position of world.books.marginPositions.values()) {
    const instrument = instrumentOf(position.instrumentId)
    sum += valueMargin(position, priceOf(instrument, ticksOf(instrument.id, number, still)), instrument.contract, AT_PAR).profit
  }
  return sum
}

function check(world: World): void {
  const { books, model, entries } = world
  if (cashOf(world) !== model.cash) throw new Error(`cash is ${cashOf(world)}, the model says ${model.cash}`)
  const kept = new Map<string, bigint>()
  for (const position of books.marginPositions.values()) {
    const expected = model.positions.get(position.id)
    if (position.margin !== (expected?.margin ?? 0n))
      throw new Error(`the margin of ${position.id} is ${position.margin}, the model says ${expected?.margin}`)
    if (stepsOf(position, instrumentOf(position.instrumentId)) !== (expected?.steps ?? 0n))
      throw new Error(`the quantity of ${position.id}`)
    if (position.held !== 0n) throw new Error(`INV-28 ${position.id} holds for an order that has ended`)
    kept.set(position.wallet, (kept.get(position.wallet) ?? 0n) + position.margin)
  }
  for (const { type, cash, hold, margin } of books.wallets.values()) {
    if (cash < 0n || hold !== 0n || margin < 0n) throw new Error(`INV-11 ${type} has ${cash}, ${hold}, ${margin}`)
    if (margin !== (kept.get(type) ?? 0n)) throw new Error(`INV-28 ${type} keeps ${margin}, its positions ${kept.get(type)}`)
  }
  const newest = entries.at(-1)
  if (newest !== undefined && !isBalanced(newest.lines)) throw new Error('INV-01 an entry is not balanced')
  if (entries.length % 50 === 0) checkInsurance(world)
}

function checkInsurance({ entries, model }: World): void {
  let paid = 0n
  for (const { lines } of entries) for (const { account, amount } of lines) if (account.startsWith('H:INSURANCE')) paid += amount
  if (paid !== model.insurance) throw new Error(`the insurance has paid ${paid}, the model says ${model.insurance}`)
}

export const outcomeWith = (decision: Result<Outcome>, change: (outcome: Outcome) => Outcome): Result<Outcome> =>
  decision.ok ? ok(change(decision.value)) : decision
