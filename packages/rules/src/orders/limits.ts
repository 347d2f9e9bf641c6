import { SCALE, divide, least } from '../decimal.ts'
import type { Side } from '../side.ts'
import { type Instrument, tickAt } from '../instruments/instrument.ts'

/**
 * How far an order's price may be from the market. A market order becomes a limit order at its collar and is held
 * for at the dearer of what it can cost; a limit order must lie within the band of the last price (`domain.md` B.1, D.1, D.3).
 */
const COLLAR_PERCENT = 5n
const HOLD_ABOVE_ASK_PERCENT = 2n
const BUY_BAND_PERCENT = 150n
const SELL_BAND_PERCENT = 50n
const PERCENT = 100n

/** What the rules need to know of the market at the moment of a decision; prices in units of 10^-8, zero where there is none. */
export type MarketFacts = Readonly<{ last: bigint; bid: bigint; ask: bigint }>

/** The nearest price on the instrument's grid, not above or not below. */
export function toTick(instrument: Instrument, price: bigint, rounding: 'FLOOR' | 'CEIL' | 'HALF_UP'): bigint {
  const tick = tickAt(instrument, price)
  return divide(price, tick, rounding) * tick
}

export const isOnTick = (instrument: Instrument, price: bigint): boolean => price % tickAt(instrument, price) === 0n

/**
 * The worst price a market order may fill at. For a purchase the lower of the collar (last + 5 %) and ask + 2 %, which
 * is what the hold is worked out at, so that a fill never costs more than its hold (`domain.md` O.3).
 */
export function worstMarketPrice(instrument: Instrument, side: Side, market: MarketFacts): bigint {
  if (side === 'sell') return toTick(instrument, divide(market.last * (PERCENT - COLLAR_PERCENT), PERCENT, 'UP'), 'CEIL')
  const collar = toTick(instrument, divide(market.last * (PERCENT + COLLAR_PERCENT), PERCENT, 'DOWN'), 'FLOOR')
  const reference = market.ask > 0n ? market.ask : market.last
  return least(toTick(instrument, divide(reference * (PERCENT + HOLD_ABOVE_ASK_PERCENT), PERCENT, 'HALF_UP'), 'HALF_UP'), collar)
}

export type Band = Readonly<{ low: bigint | null; high: bigint | null }>

/** A limit purchase at most at 1.5 times the last price, a limit sale at least at half of it. */
export const bandFor = (side: Side, last: bigint): Band =>
  side === 'buy'
    ? { low: null, high: divide(last * BUY_BAND_PERCENT, PERCENT, 'DOWN') }
    : { low: divide(last * SELL_BAND_PERCENT, PERCENT, 'UP'), high: null }

export const isInsideBand = (band: Band, price: bigint): boolean =>
  (band.low === null || price >= band.low) && (band.high === null || price <= band.high)

/** Half of the spread on a quantity: what a marketable order costs against the middle, in units of 10^-8 of the currency. */
export function spreadCost(market: MarketFacts, quantity: bigint): bigint {
  if (market.bid === 0n || market.ask === 0n) return 0n
  return divide((market.ask - market.bid) * quantity, 2n * SCALE, 'HALF_UP')
}
