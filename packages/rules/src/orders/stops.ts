import { SCALE, absolute, divide, greatest, least } from '../decimal.ts'
import { type Instrument, tickAt } from '../instruments/instrument.ts'
import { marketTermsOf } from '../instruments/terms.ts'
import { midOf } from '../margin/valuation.ts'
import type { Side } from '../side.ts'
import { type MarketFacts, collarAround, toTick } from './limits.ts'

/**
 * Stops are held by the brokerage and triggered by the last trade of the regular session: a purchase when the market has risen to its stop,
 * a sale when it has fallen to it (`docs/rules/orders.md` D.1). All prices in units of 10^-8; those of futures may lie below zero, so that
 * distances are measured in size.
 */
const HELD_ABOVE_STOP_PERCENT = 2n
const PERCENT = 100n

/** The limits of a trail: a tenth of a percent to half of the price. */
export const NEAREST_TRAIL = SCALE / 10n
export const FARTHEST_TRAIL = 50n * SCALE

/** The price that the instrument's stops are compared with now: its last trade, or the middle where nothing trades. */
export const triggerPriceOf = ({ market }: Pick<Instrument, 'market'>, facts: MarketFacts): bigint =>
  marketTermsOf(market)?.stopTrigger === 'mid' ? midOf(facts) : facts.last

export const isReached = (side: Side, stop: bigint, last: bigint): boolean => (side === 'buy' ? last >= stop : last <= stop)

/** The better of two trades for a trailing stop to follow: the lowest for a purchase, the highest for a sale. */
export const bestOf = (side: Side, known: bigint, last: bigint): bigint => (side === 'buy' ? least(known, last) : greatest(known, last))

/** The stop of a trailing order: its best trade, more or less the trail. */
export function trailingStop(instrument: Instrument, side: Side, best: bigint, trailPercent: bigint): bigint {
  const away = absolute(best) * trailPercent
  const stop = divide(best * PERCENT * SCALE + (side === 'buy' ? away : -away), PERCENT * SCALE, 'HALF_UP')
  return toTick(instrument, stop, 'HALF_UP')
}

/** The worst price of a stop order while it is held: for a purchase its stop plus two percent, for a sale its collar. */
export const worstBeforeTrigger = (instrument: Instrument, side: Side, stop: bigint): bigint =>
  side === 'buy' ? toTick(instrument, heldAbove(stop), 'HALF_UP') : lowestSale(instrument, stop)

const heldAbove = (stop: bigint): bigint => stop + divide(absolute(stop) * HELD_ABOVE_STOP_PERCENT, PERCENT, 'HALF_UP')

/**
 * Once triggered it is a market order around the triggering trade; a purchase never costs more than its hold (`docs/rules/holds.md` O.3).
 */
export const worstAfterTrigger = (instrument: Instrument, side: Side, held: bigint, last: bigint): bigint =>
  side === 'buy' ? least(held, collarAround(instrument, side, last) ?? held) : lowestSale(instrument, last)

/** Without a collar the market's band is the limit, which the venue enforces itself. */
const lowestSale = (instrument: Instrument, last: bigint): bigint => collarAround(instrument, 'sell', last) ?? tickAt(instrument, 0n)
