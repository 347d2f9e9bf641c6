import { greatest, least } from '@rueda/rules/decimal.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { Depth, Level, PriceSource, Quote, Session, Trade } from '../venue.ts'
import type { Activity } from './activity.ts'
import type { InstrumentEngine } from './engine.ts'
import { SIMULATED_LEVELS } from './outside-market.ts'

/**
 * A customer's view of one instrument: the outside market with the impact on it and without what was taken from
 * it, together with the orders of all customers that rest in the book.
 */

/** Spans searched for trades of the outside, one by one, until enough are found. */
const LOOK_BACK_MS = [60_000, 600_000, 3_600_000, 86_400_000] as const

export function displayedDepth(engine: InstrumentEngine, source: PriceSource, levels: number, now: Instant): Depth | null {
  // Levels that customers have emptied are replaced by those behind them.
  const count = engine.outside.consumed.empty ? levels : Math.max(levels, SIMULATED_LEVELS)
  const outside = source.depth(engine.instrument.id, count, now)
  if (outside === null) return null
  const bids = engine.outside.levelsOf(outside, 'buy', now)
  const asks = engine.outside.levelsOf(outside, 'sell', now)
  const quote = engine.outside.quoteOf(outside)
  const bestBid = Math.max(quote?.low ?? Number.NEGATIVE_INFINITY, bids[0]?.price ?? Number.NEGATIVE_INFINITY)
  const bestAsk = Math.min(quote?.high ?? Number.POSITIVE_INFINITY, asks[0]?.price ?? Number.POSITIVE_INFINITY)
  // A customer's order that the outside has crossed waits to be filled; it is not shown beyond the other side.
  const customersBids = customersLevels(engine, 'buy', levels, (price) => price < bestAsk)
  // Nor are two who cross and have not traded yet, because the quote has come to them since the engine moved last.
  const highestBid = Math.max(bestBid, customersBids[0]?.price ?? bestBid)
  const customersAsks = customersLevels(engine, 'sell', levels, (price) => price > highestBid)
  const scaled = ([price, quantity]: [number, number]): Level => ({
    price: engine.units.scaledPrice(price),
    quantity: engine.units.scaledQuantity(quantity),
  })
  return {
    bids: merged(bids, customersBids, (a, b) => b - a, levels).map(scaled),
    asks: merged(asks, customersAsks, (a, b) => a - b, levels).map(scaled),
  }
}

function customersLevels(engine: InstrumentEngine, side: Side, levels: number, isShown: (price: number) => boolean) {
  const found: { price: number; available: number }[] = []
  for (const level of engine.book.levels(side)) {
    if (isShown(level.price)) found.push({ price: level.price, available: level.total })
    if (found.length === levels) break
  }
  return found
}

type Part = readonly Readonly<{ price: number; available: number }>[]

function merged(outside: Part, customers: Part, compare: (a: number, b: number) => number, levels: number): [number, number][] {
  const quantities = new Map<number, number>()
  for (const { price, available } of [...outside, ...customers]) quantities.set(price, (quantities.get(price) ?? 0) + available)
  return [...quantities].toSorted(([a], [b]) => compare(a, b)).slice(0, levels)
}

export function displayedQuote(engine: InstrumentEngine, source: PriceSource, now: Instant): Quote | null {
  const outside = source.quote(engine.instrument.id, now)
  if (outside === null || engine.isQuiet(outside.tradeDate, now)) return outside
  const depth = displayedDepth(engine, source, 1, now)
  const day = engine.activity.day(outside.tradeDate)
  const own = day?.prices ?? null
  const last = own !== null && own.lastAt >= outside.at ? own.last : outside.last
  const bid = depth?.bids[0]
  const ask = depth?.asks[0]
  return {
    ...outside,
    last,
    high: greatest(outside.high, own?.high ?? outside.high),
    low: least(outside.low, own?.low ?? outside.low),
    bid: bid?.price ?? 0n,
    bidQuantity: bid?.quantity ?? 0n,
    ask: ask?.price ?? 0n,
    askQuantity: ask?.quantity ?? 0n,
    volume: outside.volume + (day?.volume ?? 0n),
    turnover: outside.turnover + (day?.turnover ?? 0n),
    at: Math.max(outside.at, day === null ? 0 : (engine.activity.last?.at ?? 0)),
  }
}

/** While a market has its break or gathers orders for one price, its session says more of it than the outside does. */
export function inPhaseOf(quote: Quote, { phase, fixedPrice }: Session): Quote {
  const says = phase === 'LUNCH' || phase === 'AUCTION' || fixedPrice === true
  return says && quote.phase !== 'HALT' ? { ...quote, phase } : quote
}

/** The newest trades of customers and of the outside together, newest first. */
export function displayedTrades(
  activity: Activity | undefined,
  source: PriceSource,
  instrumentId: string,
  limit: number,
  now: Instant,
): readonly Trade[] {
  const outside = newestPrints(source, instrumentId, limit, now)
  const own = activity?.newest(limit) ?? []
  if (own.length === 0) return outside
  return [...own, ...outside].toSorted((a, b) => b.at - a.at).slice(0, limit)
}

function newestPrints(source: PriceSource, instrumentId: string, limit: number, now: Instant): readonly Trade[] {
  let found: readonly Trade[] = []
  for (const span of LOOK_BACK_MS) {
    found = source.prints(instrumentId, now - span, now)
    if (found.length >= limit) break
  }
  return found.slice(-limit).toReversed()
}
