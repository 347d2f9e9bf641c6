import { scaled } from '@rueda/rules/decimal.ts'
import { expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { type Draw, generator } from './testing/generator.ts'
import { StillMarket } from './testing/still-market.ts'
import type { Venue, VenueEvent, VenueOrder } from './venue.ts'

/**
 * Random customers on a market that trades and stands still, with a break each day. After every call the rules
 * hold that no sequence of orders may break (`docs/rules/invariants.md` INV-19 to INV-24).
 */
const DEFAULT_SEED = 20_260_101
const seed = Number(process.env['SEED'] ?? DEFAULT_SEED)
const STEPS = 12_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ACCOUNTS = 6
const DATES = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'] as const

type Execution = Extract<VenueEvent, { kind: 'execution' }>
type Followed = { order: VenueOrder; filled: bigint; ended: boolean }

const BID = 18_236
const text = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Moves the outside's whole book to a bid and an ask. */
function quoteAt(source: StillMarket, bid: number, ask: number): void {
  const level = (index: number) => 200 + index * 40
  source.bids = Array.from({ length: 37 }, (_, index) => [text(bid - index), level(index)] as const)
  source.asks = Array.from({ length: 50 }, (_, index) => [text(ask + index), level(index)] as const)
}

function standingMarket(): StillMarket {
  const source = new StillMarket()
  quoteAt(source, BID, BID + 1)
  source.sessions = DATES.flatMap((tradeDate, day) => {
    const hours = { tradeDate, opensAt: day * DAY, closesAt: day * DAY + 20 * HOUR }
    return [
      { ...hours, from: day * DAY, phase: 'OPEN' as const, matching: true },
      { ...hours, from: day * DAY + 20 * HOUR, phase: 'CLOSED' as const, matching: false },
    ]
  })
  return source
}

function randomOrder(draw: Draw, number: number, now: number): VenueOrder {
  const side = draw(2) === 0 ? 'buy' : 'sell'
  const market = draw(5) === 0
  const cents = market ? (side === 'buy' ? 19_000 : 17_400) : 18_236 - 12 + draw(26)
  const timeInForce = market ? 'IOC' : ((['DAY', 'DAY', 'GTC', 'IOC', 'FOK'] as const)[draw(5)] ?? 'DAY')
  const date = Math.floor(now / DAY)
  return {
    orderId: `o${number}`,
    accountId: `a${draw(ACCOUNTS)}`,
    instrumentId: 'US:TEST',
    side,
    opens: side === 'buy',
    type: market ? 'market' : 'limit',
    worstPrice: BigInt(cents) * 1_000_000n,
    quantity: BigInt(1 + draw(draw(10) === 0 ? 12_000 : 300)) * scaled('1'),
    timeInForce,
    acceptedAt: now,
    lastTradeDate: DATES[timeInForce === 'GTC' ? Math.min(date + draw(3), DATES.length - 1) : date] ?? DATES[0],
    trigger: null,
    siblingId: null,
    knownTo: 0,
  }
}

function run(): { events: VenueEvent[]; cash: Map<string, bigint>; shares: Map<string, bigint> } {
  const draw = generator(seed)
  const source = standingMarket()
  const venue = createSimVenue(source)
  const book = new Map<string, Followed>()
  const events: VenueEvent[] = []
  const cash = new Map<string, bigint>()
  const shares = new Map<string, bigint>()
  const where = (number: number) => `step ${number} of seed ${seed} (repeat with SEED=${seed})`
  for (let number = 0; number < STEPS; number += 1) {
    const now = Math.floor((number * 3.6 * DAY) / STEPS)
    // The quote wanders to both sides and opens now and then, so that customers who cross beyond it come to lie inside.
    const bid = BID - 6 + draw(13)
    if (draw(4) === 0) quoteAt(source, bid, bid + 1 + draw(6))
    if (draw(3) === 0) source.print(now, draw(2) === 0 ? 'buy' : 'sell', `182.${34 + draw(6)}`, 1 + draw(400))
    const happened = step(venue, book, draw, number, now)
    events.push(...happened)
    for (const event of happened) follow(event, book, cash, shares, where(number))
    checkMatches(happened, source, where(number))
    const quote = venue.quote('US:TEST', now)
    if (quote !== null && quote.bid >= quote.ask) expect.fail(`a crossed quote after ${where(number)}`)
  }
  return { events, cash, shares }
}

function step(venue: Venue, book: Map<string, Followed>, draw: Draw, number: number, now: number): readonly VenueEvent[] {
  const choice = draw(10)
  if (choice < 3) return venue.advance(now)
  if (choice < 5) return venue.cancel(`o${number - 1 - draw(60)}`, now)
  const order = randomOrder(draw, number, now)
  book.set(order.orderId, { order, filled: 0n, ended: false })
  return venue.submit(order, now)
}

function follow(
  event: VenueEvent,
  book: ReadonlyMap<string, Followed>,
  cash: Map<string, bigint>,
  shares: Map<string, bigint>,
  where: string,
): void {
  if (event.kind === 'session') return
  const followed = book.get(event.orderId)
  if (followed === undefined) return expect.fail(`an event of an unknown order at ${where}`)
  if (followed.ended) expect.fail(`${event.kind} after the end of ${event.orderId} at ${where}`)
  if (event.kind === 'ended') followed.ended = true
  if (event.kind !== 'execution') return
  const { order } = followed
  const worse = order.side === 'buy' ? event.price > order.worstPrice : event.price < order.worstPrice
  if (worse) expect.fail(`${order.orderId} was filled worse than its limit at ${where}`)
  if (event.quantity <= 0n) expect.fail(`an empty fill at ${where}`)
  if (event.at % DAY > 20 * HOUR) expect.fail(`a fill outside the session at ${where}`)
  followed.filled += event.quantity
  if (followed.filled > order.quantity) expect.fail(`${order.orderId} was filled beyond its quantity at ${where}`)
  if (followed.filled === order.quantity) followed.ended = true
  const sign = event.side === 'buy' ? 1n : -1n
  cash.set(order.accountId, (cash.get(order.accountId) ?? 0n) - sign * event.price * event.quantity)
  shares.set(order.accountId, (shares.get(order.accountId) ?? 0n) + sign * event.quantity)
}

it(`keeps the rules over ${STEPS} random steps, and the same seed tells the same story`, () => {
  const first = run()
  const executions = first.events.filter((event) => event.kind === 'execution')
  expect(executions.length).toBeGreaterThan(STEPS / 6)
  const meetings = executions.filter((event, index) => event.resting && isMeeting(event, executions[index + 1]))
  expect(meetings.length).toBeGreaterThan(50)
  for (const [index, event] of executions.entries()) {
    const other = executions[index + 1]
    if (event.resting && isMeeting(event, other)) expect(event.accountId, 'an account traded with itself').not.toBe(other?.accountId)
  }
  expect(first.events.map((event) => event.sequence)).toEqual(first.events.map((_, index) => index + 1))
  expect(run().events).toEqual(first.events)
})

/** No execution between customers outside the quote of its moment, and each has both of its sides (`docs/rules/matching.md` P.1). */
function checkMatches(events: readonly VenueEvent[], source: StillMarket, where: string): void {
  const { bids, asks } = source.depth('US:TEST', 1)
  const [low, high] = [bids[0]?.price ?? 0n, asks[0]?.price ?? 0n]
  const executions = events.flatMap((event) =>
    event.kind === 'execution' && event.match !== null ? [{ ...event, match: event.match }] : [],
  )
  for (const { sequence, price, match } of executions) {
    const isOutside = match.isCall ? price < match.low || price > match.high : price < low || price > high
    if (isOutside) expect.fail(`customers traded at ${price}, outside ${match.low} to ${match.high}, at ${where}`)
    if (!match.isCall && (match.low !== low || match.high !== high)) expect.fail(`not the quote of the moment at ${where}`)
    const sides = executions.filter((other) => other.match.number === match.number)
    const [first, second] = sides
    if (sides.length !== 2 || first === undefined || second === undefined)
      return expect.fail(`${sides.length} sides of ${sequence} at ${where}`)
    const fits = first.side !== second.side && first.price === second.price && first.quantity === second.quantity && first.at === second.at
    if (!fits || first.match.otherOrderId !== second.orderId || second.match.otherOrderId !== first.orderId)
      expect.fail(`the two sides of ${sequence} do not fit at ${where}`)
  }
}

/** A resting order's fill is published right before that of the order that came to it. */
const isMeeting = (event: Execution, next: Execution | undefined): boolean =>
  next !== undefined &&
  !next.resting &&
  next.sequence === event.sequence + 1 &&
  next.side !== event.side &&
  next.price === event.price &&
  next.quantity === event.quantity

it('customers who only take at standing prices never gain together: what one buys and sells costs at least the spread', () => {
  const draw = generator(seed)
  for (let round = 0; round < 200; round += 1) {
    const source = standingMarket()
    const venue = createSimVenue(source)
    let held = 0n
    let cash = 0n
    let now = 0
    const trade = (side: 'buy' | 'sell', quantity: bigint) => {
      const order = {
        ...randomOrder(draw, 0, now),
        side,
        type: 'market',
        timeInForce: 'IOC',
        quantity,
        orderId: `o${now}`,
        lastTradeDate: DATES[0],
      } as const
      for (const event of venue.submit({ ...order, worstPrice: side === 'buy' ? scaled('190') : scaled('174') }, now)) {
        if (event.kind !== 'execution') continue
        const sign = side === 'buy' ? 1n : -1n
        held += sign * event.quantity
        cash -= sign * event.price * event.quantity
      }
      now += 1 + draw(90_000)
    }
    for (let turn = 0; turn < 8; turn += 1) trade(draw(2) === 0 ? 'buy' : 'sell', BigInt(1 + draw(4_000)) * scaled('1'))
    // The rest is closed, however long it takes.
    while (held !== 0n) trade(held > 0n ? 'sell' : 'buy', held > 0n ? held : -held)
    expect(cash, `round ${round} of seed ${seed} (repeat with SEED=${seed})`).toBeLessThanOrEqual(0n)
  }
})
