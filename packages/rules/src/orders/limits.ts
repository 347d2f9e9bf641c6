import { SCALE, divide, greatest, least, scaled } from '../decimal.ts'
import { type Instrument, tickAt } from '../instruments/instrument.ts'
import { marketTermsOf, tradedTermsOf } from '../instruments/terms.ts'
import { type BreakerBandRule, type PriceBandRule, percent } from '../markets/market.ts'
import { isAbout } from '../markets/scope.ts'
import type { Side } from '../side.ts'
import type { PriceRange } from './match-price.ts'
import type { OrderType } from './order.ts'

/**
 * The range of an order's price around the market. A market order becomes a limit order at its collar and its hold covers the most it can
 * cost; a limit order must lie within its market's band (`docs/rules/markets.md` B, `docs/rules/orders.md` D.1, `docs/rules/holds.md` D.3).
 */
/** What a purchase at market is held for above the ask; it is never filled above it. */
export const HOLD_ABOVE_ASK = percent('2')

/** Market facts for the rules at the moment of a decision; prices in units of 10^-8, zero where there is none. */
export type MarketFacts = Readonly<{
  last: bigint
  bid: bigint
  ask: bigint
  previousClose: bigint
  /** The levels the market-wide breaker has reached since its market opened; left out by night, and where it has no effect. */
  breakerLevel?: number
}>

/** The nearest price on the instrument's grid, not above or not below. */
export function toTick(instrument: Instrument, price: bigint, rounding: 'FLOOR' | 'CEIL' | 'HALF_UP'): bigint {
  const tick = tickAt(instrument, price)
  return divide(price, tick, rounding) * tick
}

/** Beyond it a price is a slip of the finger, and the books could not keep it. */
const FARTHEST_PRICE = scaled('10000000000')

/** Only a future can be worth nothing or less. */
export const mayLieAt = ({ contract }: Instrument, price: bigint): boolean =>
  price <= FARTHEST_PRICE && (price > 0n || (contract?.kind === 'future' && price >= -FARTHEST_PRICE))

export const isOnTick = (instrument: Instrument, price: bigint): boolean => price % tickAt(instrument, price) === 0n

/**
 * The worst price a market order may fill at: its collar around the last price or the edge of the band. For a purchase not above ask + 2 %
 * either, the price of the hold, so that a fill never costs more than its hold (`docs/rules/holds.md` O.3).
 */
export function worstMarketPrice(instrument: Instrument, side: Side, market: MarketFacts): bigint {
  const collar = collarAround(instrument, side, market.last)
  const band = bandFor(instrument, side, market)
  if (side === 'sell') return greatestOf(collar, band.low) ?? 0n
  const reference = market.ask === 0n ? market.last : market.ask
  const held = toTick(instrument, reference + shareOf(reference, HOLD_ABOVE_ASK, 'HALF_UP'), 'HALF_UP')
  return leastOf(leastOf(held, collar), band.high) ?? held
}

/** The worst price of a market order around a trade; null where the market has no collar. */
export function collarAround(instrument: Instrument, side: Side, last: bigint): bigint | null {
  const { collar } = tradedTermsOf(instrument.market)
  if (collar === null) return null
  const away = shareOf(last, collar, 'DOWN')
  return side === 'buy' ? toTick(instrument, last + away, 'FLOOR') : toTick(instrument, last - away, 'CEIL')
}

/**
 * The price range of a call auction (`docs/rules/matching.md` P.1): as far from the last price as a market order may fill, and inside the
 * limits of the day; without either, the last price.
 */
export function auctionCollar(instrument: Instrument, market: MarketFacts): PriceRange<bigint> {
  const { last } = market
  const around = { low: collarAround(instrument, 'sell', last), high: collarAround(instrument, 'buy', last) }
  const { low, high } = narrower(around, dayBandFor(instrument, market))
  return { low: low ?? last, high: high ?? last }
}

/** Both ends on the price grid, null where there is none. */
export type Band = Readonly<{ low: bigint | null; high: bigint | null }>

const NO_BAND: Band = { low: null, high: null }

/** The range for the limit of an order: the narrowest of all rules of its market that apply to the instrument. */
export const bandFor = (instrument: Instrument, side: Side, market: MarketFacts): Band =>
  bandRulesOf(instrument)
    .map((rule) => bandOf(rule, instrument, side, market))
    .reduce(narrower, NO_BAND)

/** The price limits of the day for everybody; not the rules that only keep orders near the last price. */
export const dayBandFor = (instrument: Instrument, market: MarketFacts): Band =>
  bandRulesOf(instrument)
    .filter(({ kind }) => kind !== 'fromLast')
    .map((rule) => bandOf(rule, instrument, 'buy', market))
    .reduce(narrower, NO_BAND)

const bandRulesOf = (instrument: Instrument): readonly PriceBandRule[] =>
  (marketTermsOf(instrument.market)?.bands ?? []).filter(({ scope }) => isAbout(scope, instrument, instrument.minimumQuantity))

/** True when its limits widen with the market-wide breaker. */
export const followsBreaker = (instrument: Instrument): boolean => bandRulesOf(instrument).some(({ kind }) => kind === 'withBreaker')

function bandOf(rule: PriceBandRule, instrument: Instrument, side: Side, market: MarketFacts): Band {
  const { last, previousClose } = market
  if (rule.kind === 'fromLast')
    return side === 'buy'
      ? { low: null, high: toTick(instrument, last + shareOf(last, rule.buyAbove, 'DOWN'), 'FLOOR') }
      : { low: toTick(instrument, last - shareOf(last, rule.sellBelow, 'DOWN'), 'CEIL'), high: null }
  if (previousClose === 0n) return NO_BAND
  const below = (share: bigint): bigint => toTick(instrument, previousClose - shareOf(previousClose, share, 'DOWN'), 'CEIL')
  if (rule.kind === 'withBreaker' && market.breakerLevel !== undefined) return { low: below(fallOf(rule, market.breakerLevel)), high: null }
  return { low: below(rule.share), high: toTick(instrument, previousClose + shareOf(previousClose, rule.share, 'DOWN'), 'FLOOR') }
}

/** At the last level the breaker's market closes, and markets that follow it fall no further. */
const fallOf = ({ falls }: BreakerBandRule, level: number): bigint => falls[Math.min(level, falls.length - 1)] ?? falls[0]

/** A share of a price's size: below zero, where futures may trade, a band still opens to both sides. */
const shareOf = (price: bigint, share: bigint, rounding: 'DOWN' | 'HALF_UP'): bigint =>
  divide((price < 0n ? -price : price) * share, SCALE, rounding)

const narrower = (a: Band, b: Band): Band => ({ low: greatestOf(a.low, b.low), high: leastOf(a.high, b.high) })
const leastOf = (a: bigint | null, b: bigint | null): bigint | null => (a === null ? b : b === null ? a : least(a, b))
const greatestOf = (a: bigint | null, b: bigint | null): bigint | null => (a === null ? b : b === null ? a : greatest(a, b))

/** A price, or the edge of the band that it has left. */
export const withinBand = (band: Band, price: bigint): bigint => leastOf(greatestOf(price, band.low), band.high) ?? price

/** The edge of the band that a limit lies beyond where nobody may trade: above it for a sale, below it for a purchase. */
export function edgeBefore({ low, high }: Band, side: Side, limit: bigint): bigint | null {
  if (side === 'buy') return low !== null && limit < low ? low : null
  return high !== null && limit > high ? high : null
}

export const isInsideBand = (band: Band, price: bigint): boolean =>
  (band.low === null || price >= band.low) && (band.high === null || price <= band.high)

/** The other side of the market reaches this limit, so that an order at it trades at once; without one every order does. */
export function crosses(side: Side, limitPrice: bigint | null, { bid, ask }: Pick<MarketFacts, 'bid' | 'ask'>): boolean {
  const best = side === 'buy' ? ask : bid
  if (best === 0n) return false
  return limitPrice === null || (side === 'buy' ? limitPrice >= best : limitPrice <= best)
}

type Trading = Readonly<{ side: Side; type: OrderType; limitPrice: bigint | null; quantity: bigint }>

/**
 * Half of the spread on a quantity, in units of 10^-8 of the currency: the cost against the middle of an order that takes the other side's
 * price. A limit that waits pays none.
 */
export function spreadCost(market: MarketFacts, { side, type, limitPrice, quantity }: Trading): bigint {
  if (market.bid === 0n || market.ask === 0n) return 0n
  if (type === 'limit' && !crosses(side, limitPrice, market)) return 0n
  return divide((market.ask - market.bid) * quantity, 2n * SCALE, 'HALF_UP')
}
