import { SCALE, scaled } from '@rueda/rules/decimal.ts'
import { HWTS } from '@rueda/rules/testing/markets.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import { expect, it } from 'vitest'
import { NaiveOddLots } from './matching/odd-lots.naive.ts'
import { createSimVenue } from './sim-venue.ts'
import { type Draw, generator } from './testing/generator.ts'
import { limit } from './testing/still-market.ts'
import { TaipeiMarket } from './testing/taipei-market.ts'
import type { Venue, VenueEvent, VenueOrder } from './venue.ts'

/**
 * A day of random customers in Taipei who trade with nobody but each other: odd lots beside board lots, cancelled,
 * made smaller, and a venue that is stopped and started again all day long. The odd-lot book does what its naive twin
 * does, call by call, and no share passes from one book to the other.
 */
const DEFAULT_SEED = 20_260_101
const seed = Number(process.env['SEED'] ?? DEFAULT_SEED)
const STEPS = 3_000
const ACCOUNTS = 150
const MIDDLE = 611
const TODAY = '2026-08-04'
const at = (time: string): Instant => Date.parse(`${TODAY}T${time}+08:00`)
const CALLS: readonly Instant[] = [
  ...Array.from({ length: (260 * 60) / 5 + 1 }, (_, index) => at('09:10:00') + index * 5 * SECOND_MS),
  at('14:30:00'),
]

const shares = (quantity: bigint): number => Number(quantity / SCALE)

function nobodyOutside(): TaipeiMarket {
  const source = new TaipeiMarket()
  Object.assign(source, { bids: [], asks: [], dailyVolume: 0 })
  return source
}

function randomOrder(draw: Draw, number: number, now: Instant): VenueOrder {
  const isBoard = draw(6) === 0
  return limit(draw(2) === 0 ? 'buy' : 'sell', String(MIDDLE - 6 + draw(13)), {
    orderId: `o${number}`,
    accountId: `a${draw(ACCOUNTS)}`,
    instrumentId: HWTS.id,
    shares: isBoard ? (1 + draw(3)) * 1_000 : 1 + draw(999),
    acceptedAt: now,
    lastTradeDate: TODAY,
  })
}

/** The venue with all that its orders have left, which is what a server starts it again with. */
class Exchange {
  readonly left = new Map<string, { order: VenueOrder; quantity: bigint }>()
  readonly #oddLots = new Set<string>()
  readonly events: VenueEvent[] = []
  #venue: Venue = createSimVenue(nobodyOutside())

  run(act: (venue: Venue) => readonly VenueEvent[]): readonly VenueEvent[] {
    const events = act(this.#venue)
    this.events.push(...events)
    for (const event of events) {
      if (event.kind === 'ended') this.left.delete(event.orderId)
      if (event.kind === 'execution') this.reduce(event.orderId, event.quantity)
    }
    return events
  }

  take(order: VenueOrder, now: Instant): void {
    this.left.set(order.orderId, { order, quantity: order.quantity })
    if (isOdd(order)) this.#oddLots.add(order.orderId)
    this.run((venue) => venue.submit(order, now))
  }

  ofBook(book: 'odd' | 'board'): readonly VenueEvent[] {
    return this.events.filter((event) => event.kind !== 'session' && this.#oddLots.has(event.orderId) === (book === 'odd'))
  }

  reduce(orderId: string, quantity: bigint): void {
    const known = this.left.get(orderId)
    if (known === undefined) return expect.fail(`more was taken of ${orderId} than there was of it`)
    known.quantity -= quantity
    if (known.quantity < 0n) expect.fail(`${orderId} was filled beyond its quantity`)
    if (known.quantity === 0n) this.left.delete(orderId)
  }

  startAgain(now: Instant): void {
    this.#venue = createSimVenue(nobodyOutside())
    const open = [...this.left.values()].map(({ order, quantity }) => ({ ...order, quantity }))
    this.run((venue) => venue.restore(open, now))
  }
}

function play(restarts: boolean) {
  const draw = generator(seed)
  const exchange = new Exchange()
  const twin = new NaiveOddLots()
  const expected: string[] = []
  let called = 0
  const callUpTo = (now: Instant): void => {
    for (; (CALLS[called] ?? Infinity) <= now; called += 1) expected.push(...callOf(twin, CALLS[called] ?? 0))
  }
  let now = at('09:00:00')
  for (let number = 0; number < STEPS; number += 1) {
    now += draw(5_400)
    callUpTo(now)
    exchange.run((venue) => venue.advance(now))
    const choice = draw(10)
    if (choice < 6) enter(exchange, twin, randomOrder(draw, number, now), now)
    else if (choice < 9) cancel(exchange, twin, `o${number - 1 - draw(40)}`, now)
    else reduce(exchange, twin, `o${number - 1 - draw(40)}`, draw, now)
    if (draw(200) === 0 && restarts) exchange.startAgain(now)
  }
  callUpTo(at('14:31:00'))
  exchange.run((venue) => venue.advance(at('14:31:00')))
  return { exchange, expected }
}

function callOf(twin: NaiveOddLots, moment: Instant): string[] {
  const out = twin.takeOutSelfTrades().map((orderId) => `${moment} ${orderId} SELF_TRADE`)
  const made = twin.call(scaled(String(MIDDLE)))
  const fills = made === null ? [] : [...made.shares].map(([orderId, filled]) => `${moment} ${orderId} ${filled} @ ${made.price}`)
  return [...out, ...fills].toSorted()
}

const isOdd = ({ quantity }: VenueOrder): boolean => shares(quantity) < 1_000

function enter(exchange: Exchange, twin: NaiveOddLots, order: VenueOrder, now: Instant): void {
  if (isOdd(order)) twin.add(order, shares(order.quantity))
  exchange.take(order, now)
}

function cancel(exchange: Exchange, twin: NaiveOddLots, orderId: string, now: Instant): void {
  const wasOpen = exchange.left.get(orderId)
  const events = exchange.run((venue) => venue.cancel(orderId, now))
  const isCancelled = events.some(({ kind }) => kind === 'ended')
  if (isCancelled !== (wasOpen !== undefined)) expect.fail(`${orderId} was open for one and not for the other`)
  if (wasOpen !== undefined && isOdd(wasOpen.order) && !twin.cancel(orderId)) expect.fail(`the twin does not know ${orderId}`)
}

function reduce(exchange: Exchange, twin: NaiveOddLots, orderId: string, draw: Draw, now: Instant): void {
  const known = exchange.left.get(orderId)
  if (known === undefined || !isOdd(known.order)) return
  const by = 1 + draw(shares(known.quantity))
  exchange.run((venue) => venue.reduce(orderId, BigInt(by) * SCALE, now))
  exchange.reduce(orderId, BigInt(by) * SCALE)
  twin.reduce(orderId, by)
}

/** The venue's events of calls as the twin writes them: by moment, and within one by name. */
function told(events: readonly VenueEvent[]): string[] {
  const filled = new Map<string, bigint>()
  const keyOf = ({ at: moment, orderId }: Executed) => `${moment} ${orderId}`
  for (const event of executions(events)) filled.set(keyOf(event), (filled.get(keyOf(event)) ?? 0n) + event.quantity)
  const byMoment = new Map<Instant, Set<string>>()
  for (const event of events) {
    const line = lineOf(event, event.kind === 'execution' ? (filled.get(keyOf(event)) ?? 0n) : 0n)
    if (line !== null) byMoment.set(event.at, (byMoment.get(event.at) ?? new Set()).add(`${event.at} ${line}`))
  }
  return [...byMoment].toSorted(([a], [b]) => a - b).flatMap(([, lines]): string[] => [...lines].toSorted())
}

/** An order that trades with several in one call has one line of them. */
function lineOf(event: VenueEvent, filled: bigint): string | null {
  if (event.kind === 'execution') return `${event.orderId} ${shares(filled)} @ ${event.price}`
  return event.kind === 'ended' && event.reason === 'SELF_TRADE' ? `${event.orderId} SELF_TRADE` : null
}

type Executed = Extract<VenueEvent, { kind: 'execution' }>

const executions = (events: readonly VenueEvent[]) => events.flatMap((event) => (event.kind === 'execution' ? [event] : []))

function boughtAndSold(events: readonly VenueEvent[]): readonly [bigint, bigint] {
  const sum = (side: 'buy' | 'sell') => executions(events).reduce((all, event) => (event.side === side ? all + event.quantity : all), 0n)
  return [sum('buy'), sum('sell')]
}

it(`the odd-lot book does the same as its naive twin through ${STEPS} random steps of a day, restarts and all`, () => {
  const { exchange, expected } = play(true)
  const odd = exchange.ofBook('odd')
  expect(told(odd), `repeat with SEED=${seed}`).toEqual(expected)
  expect(executions(odd).length).toBeGreaterThan(STEPS / 4)
  expect(expected.filter((line) => line.endsWith('SELF_TRADE')).length, 'self-trades were hardly tried').toBeGreaterThan(10)
  expect(exchange.left.size, 'an order outlived its day').toBe(0)
})

it('no share passes from one book to the other, and the board trades whole lots alone', () => {
  const { exchange } = play(true)
  for (const book of ['odd', 'board'] as const) {
    const [bought, sold] = boughtAndSold(exchange.ofBook(book))
    expect(bought, book).toBe(sold)
    expect(bought, book).toBeGreaterThan(0n)
  }
  for (const { quantity } of executions(exchange.ofBook('board'))) expect(shares(quantity) % 1_000).toBe(0)
})

it('a venue that was stopped and started again has made the same trades as one that was not', () => {
  const trades = (restarts: boolean) => told(play(restarts).exchange.events)
  expect(trades(true)).toEqual(trades(false))
})
