import { formatScaled } from '../decimal.ts'
import { type Instrument, decimalsAt, tickAt } from '../instruments/instrument.ts'
import { type Refusal, refuse } from '../result.ts'
import type { OrderRequest } from './accept.ts'
import { type MarketFacts, isOnTick, mayLieAt, toTick } from './limits.ts'
import { type OrderType, type TimeInForce, hasStop, isOpening } from './order.ts'
import { FARTHEST_TRAIL, NEAREST_TRAIL, isReached, trailingStop, triggerPriceOf } from './stops.ts'

/** The prices beside the limit: a stop, a trail, a take-profit and a stop-loss. */
type Conditions = Pick<OrderRequest, 'side' | 'type' | 'limitPrice' | 'stopPrice' | 'trailPercent' | 'takeProfit' | 'stopLoss' | 'margin'>

/** The stop of an order at the start; null without one. */
export function stopOf(instrument: Instrument, { side, type, stopPrice, trailPercent }: Conditions, market: MarketFacts): bigint | null {
  if (!hasStop(type)) return null
  return type === 'trailing' ? trailingStop(instrument, side, triggerPriceOf(instrument, market), trailPercent ?? 0n) : (stopPrice ?? null)
}

export function checkConditions(instrument: Instrument, ask: Conditions, market: MarketFacts | null): Refusal | null {
  return checkTrail(ask) ?? checkStop(instrument, ask, market) ?? (isOpening(ask) ? checkExits : checkSecondLeg)(instrument, ask, market)
}

function checkTrail({ type, trailPercent }: Conditions): Refusal | null {
  if (type !== 'trailing') return null
  if (trailPercent === undefined || trailPercent === null) return refuse('parameter.missing', { field: 'trailPercent' })
  if (trailPercent >= NEAREST_TRAIL && trailPercent <= FARTHEST_TRAIL) return null
  return refuse('parameter.invalid', { field: 'trailPercent', low: formatScaled(NEAREST_TRAIL), high: formatScaled(FARTHEST_TRAIL) })
}

/** Refuses a stop that the market has already reached, because the order would be triggered at once. */
function checkStop(instrument: Instrument, { side, type, stopPrice }: Conditions, market: MarketFacts | null): Refusal | null {
  if (!hasStop(type) || type === 'trailing') return null
  if (stopPrice === undefined || stopPrice === null) return refuse('parameter.missing', { field: 'stopPrice' })
  const offTick = checkTick(instrument, stopPrice, 'stopPrice')
  if (offTick !== null || market === null) return offTick
  const now = triggerPriceOf(instrument, market)
  if (!isReached(side, stopPrice, now)) return null
  return side === 'buy' ? above(instrument, now, 'stopPrice') : below(instrument, now, 'stopPrice')
}

/** Exits must lie around an opening order's price: for a long, profit above and loss below; for a short the other way round. */
function checkExits(instrument: Instrument, ask: Conditions, market: MarketFacts | null): Refusal | null {
  const { side, limitPrice, stopPrice, takeProfit, stopLoss } = ask
  const from = limitPrice ?? stopPrice ?? (market === null ? null : triggerPriceOf(instrument, market))
  const [profit, loss] = side === 'buy' ? [checkAbove, checkBelow] : [checkBelow, checkAbove]
  return profit(instrument, takeProfit, from, 'takeProfit') ?? loss(instrument, stopLoss, from, 'stopLoss')
}

/** A closing limit may have a stop beside it for the same quantity; an order that closes has no exits of its own. */
function checkSecondLeg(instrument: Instrument, ask: Conditions, market: MarketFacts | null): Refusal | null {
  const { side, type, takeProfit, stopLoss } = ask
  if (isGiven(takeProfit)) return refuse('parameter.invalid', { field: 'takeProfit' })
  if (!isGiven(stopLoss)) return null
  if (type !== 'limit') return refuse('parameter.invalid', { field: 'stopLoss' })
  const now = market === null ? null : triggerPriceOf(instrument, market)
  return (side === 'sell' ? checkBelow : checkAbove)(instrument, stopLoss, now, 'stopLoss')
}

const isGiven = (price: bigint | null | undefined): price is bigint => price !== undefined && price !== null

function checkAbove(instrument: Instrument, price: bigint | null | undefined, from: bigint | null, field: string): Refusal | null {
  if (!isGiven(price)) return null
  return checkTick(instrument, price, field) ?? (from !== null && price <= from ? above(instrument, from, field) : null)
}

function checkBelow(instrument: Instrument, price: bigint | null | undefined, from: bigint | null, field: string): Refusal | null {
  if (!isGiven(price)) return null
  return checkTick(instrument, price, field) ?? (from !== null && price >= from ? below(instrument, from, field) : null)
}

function checkTick(instrument: Instrument, price: bigint, field: string): Refusal | null {
  if (!mayLieAt(instrument, price)) return refuse('parameter.invalid', { field })
  return isOnTick(instrument, price) ? null : refuse('price.tick', { tick: formatScaled(tickAt(instrument, price)), field })
}

/** The range that would be accepted on the right side of a price, which may be a middle between two ticks. */
const above = (instrument: Instrument, price: bigint, field: string): Refusal =>
  refuse('price.outside_band', {
    field,
    low: shown(instrument, toTick(instrument, price, 'FLOOR') + tickAt(instrument, price)),
    high: null,
  })
const below = (instrument: Instrument, price: bigint, field: string): Refusal =>
  refuse('price.outside_band', { field, low: null, high: shown(instrument, toTick(instrument, price, 'CEIL') - tickAt(instrument, price)) })
const shown = (instrument: Instrument, price: bigint): string => formatScaled(price, decimalsAt(instrument, price))

/** A held order cannot fill at once, and only a limit is safe in the thin hours before and after the session. */
export function isTakenFor(type: OrderType, timeInForce: TimeInForce): boolean {
  if (timeInForce === 'EXT') return type === 'limit'
  return !hasStop(type) || timeInForce === 'DAY' || timeInForce === 'GTC'
}
