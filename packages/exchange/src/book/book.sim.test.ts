import { expect, it } from 'vitest'
import { type BookOrder, type BookOrderKind, type Fill, OrderBook } from './book.ts'
import { type NaiveFill, NaiveBook } from './book.naive.ts'
import { type Draw, generator } from '../testing/generator.ts'
import { stateHash } from './state-hash.ts'

const COMMANDS = 100_000
const DEFAULT_SEED = 20_260_101
const seed = Number(process.env['SEED'] ?? DEFAULT_SEED)
const FULL_COMPARISON_EVERY = 250

type Where = () => string
/** Cancels reach this far back. */
const RECENT = 80
/** A book of more orders loses its oldest one, so that its slow twin can follow. */
const FULL_BOOK = 100

type Command = { kind: 'add'; order: BookOrder } | { kind: 'cancel'; id: string } | { kind: 'reduce'; id: string; remaining: number }

const KINDS: readonly BookOrderKind[] = ['limit', 'limit', 'limit', 'limit', 'limit', 'limit', 'ioc', 'fok', 'market']

function nextCommand(draw: Draw, number: number): Command {
  const recent = `o${Math.max(0, number - 1 - draw(RECENT))}`
  const choice = draw(100)
  if (choice < 40) return { kind: 'cancel', id: recent }
  if (choice < 45) return { kind: 'reduce', id: recent, remaining: draw(20) }
  const side = draw(2) === 0 ? 'buy' : 'sell'
  const price = side === 'buy' ? 993 + draw(12) : 996 + draw(12)
  const kind = KINDS[draw(KINDS.length)] ?? 'limit'
  // A duplicate id now and then must be turned away by both.
  const id = draw(500) === 0 ? recent : `o${number}`
  return { kind: 'add', order: { id, accountId: `a${draw(12)}`, side, kind, price, quantity: 1 + draw(30) } }
}

const plain = (fills: readonly Fill[]): NaiveFill[] =>
  fills.map((fill) => ({ restingId: fill.resting?.id ?? '', price: fill.price, quantity: fill.quantity }))

it(`does the same as its naive twin on ${COMMANDS} commands, and keeps the properties of a book`, () => {
  const draw = generator(seed)
  const book = new OrderBook()
  const twin = new NaiveBook()
  const arrival = new Map<string, number>()
  const seen = new Map<string, number>()
  let conserved = 0

  for (let number = 0; number < COMMANDS; number += 1) {
    const tooOld = book.size > FULL_BOOK ? oldest(arrival, book) : null
    const command: Command = tooOld === null ? nextCommand(draw, number) : { kind: 'cancel', id: tooOld }
    const where = () => `command ${number} of seed ${seed} (repeat with SEED=${seed}): ${JSON.stringify(command)}`
    if (command.kind === 'cancel') {
      conserved -= book.get(command.id)?.remaining ?? 0
      if (book.cancel(command.id) !== twin.cancel(command.id)) expect.fail(`one did not cancel at ${where()}`)
    } else if (command.kind === 'reduce') {
      const before = book.get(command.id)?.remaining ?? 0
      const lowered = book.reduce(command.id, command.remaining)
      if (lowered !== twin.reduce(command.id, command.remaining)) expect.fail(`one did not reduce at ${where()}`)
      if (lowered) conserved -= before - command.remaining
    } else {
      conserved += checkAdd(book, twin, command.order, arrival, number, seen, where)
    }
    checkBest(book, where)
    if (number % FULL_COMPARISON_EVERY === 0) {
      if (stateHash(book) !== stateHash(twin)) expect.fail(`the books differ after ${where()}`)
      expect(standing(book), `quantity was lost or made at ${where()}`).toBe(conserved)
    }
  }
  expect(stateHash(book)).toBe(stateHash(twin))
  for (const outcome of ['filled', 'resting', 'no-liquidity', 'self-trade'])
    expect(seen.get(outcome), `${outcome} was hardly tried`).toBeGreaterThan(1_000)
  expect(seen.get('duplicate'), 'duplicates were not tried').toBeGreaterThan(0)
}, 120_000)

function oldest(arrival: Map<string, number>, book: OrderBook): string | null {
  for (const id of arrival.keys()) {
    if (book.get(id) !== null) return id
    arrival.delete(id)
  }
  return null
}

/** Runs one order through both, compares, and returns by how much the quantity in the book must have changed. */
function checkAdd(
  book: OrderBook,
  twin: NaiveBook,
  order: BookOrder,
  arrival: Map<string, number>,
  number: number,
  seen: Map<string, number>,
  where: Where,
): number {
  const fills: Fill[] = []
  const expected: NaiveFill[] = []
  const outcome = book.add(order, fills)
  if (outcome !== twin.add(order, expected)) expect.fail(`another outcome (${outcome}) at ${where()}`)
  if (JSON.stringify(plain(fills)) !== JSON.stringify(expected)) expect.fail(`other fills at ${where()}`)
  const filled = fills.reduce((sum, fill) => sum + fill.quantity, 0)
  if (order.kind === 'fok' && outcome !== 'filled' && filled > 0) expect.fail(`a FOK order was filled in part at ${where()}`)
  if (outcome === 'filled' && filled !== order.quantity) expect.fail(`filled ${filled} of ${order.quantity} at ${where()}`)
  checkPriority(order, fills, arrival, where)
  seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  const rested = outcome === 'resting' ? order.quantity - filled : 0
  if (rested > 0) {
    arrival.delete(order.id)
    arrival.set(order.id, number)
  }
  return rested - filled
}

/** Fills go from the better price to the worse one, and at one price from the earlier order to the later. */
function checkPriority(order: BookOrder, fills: readonly Fill[], arrival: ReadonlyMap<string, number>, where: Where): void {
  for (let index = 0; index < fills.length; index += 1) {
    const fill = fills[index] as Fill
    const worse = order.kind !== 'market' && (order.side === 'buy' ? fill.price > order.price : fill.price < order.price)
    if (worse) expect.fail(`filled worse than its limit at ${where()}`)
    if (fill.resting?.accountId === order.accountId) expect.fail(`traded with itself at ${where()}`)
    const before = fills[index - 1]
    if (before === undefined) continue
    const step = order.side === 'buy' ? fill.price - before.price : before.price - fill.price
    const inTime = (arrival.get(before.resting?.id ?? '') ?? 0) < (arrival.get(fill.resting?.id ?? '') ?? 0)
    if (step < 0 || (step === 0 && !inTime)) expect.fail(`priority was broken at ${where()}`)
  }
}

function checkBest(book: OrderBook, where: Where): void {
  const bid = book.best('buy')
  const ask = book.best('sell')
  if (bid !== null && ask !== null && bid.price >= ask.price) expect.fail(`the book is crossed after ${where()}`)
}

function standing(book: OrderBook): number {
  let sum = 0
  for (const side of ['buy', 'sell'] as const) {
    for (const level of book.levels(side)) {
      let total = 0
      for (let order = level.head; order !== null; order = order.next) total += order.remaining
      expect(level.total, `total of level ${level.price}`).toBe(total)
      sum += total
    }
  }
  return sum
}
