import type { Market } from '@rueda/contract/codes.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { type OrderType, type TimeInForce, hasLimit, hasStop } from '@rueda/rules/orders/order.ts'
import { finish } from '@rueda/ui/typing.ts'
import { isOnTick } from './prices.ts'
import { isZero } from './sizing.ts'
import type { Draft, Rules } from './ticket.ts'

/** Stops, trails and exits of a ticket: what may be chosen, and what is wrong with what was typed. */
export const stopTypes = ['stop', 'stopLimit', 'trailing'] as const
export type StopType = (typeof stopTypes)[number]

/** The stops this market takes; where it takes none the ticket does not offer them. */
export const stopTypesIn = (market: Market): readonly StopType[] =>
  stopTypes.filter((type) => marketTermsOf(market)?.orderTypes.includes(type))

/** Exits and second legs are stops of their own. */
export const takesExits = (market: Market, { side, type }: Pick<Draft, 'side' | 'type'>): boolean =>
  stopTypesIn(market).includes('stop') && (side === 'buy' || type === 'limit')

/** How long an order of this type may wait in this market. */
export function validitiesOf(market: Market, type: OrderType): readonly TimeInForce[] {
  const taken = marketTermsOf(market)?.timesInForce ?? []
  if (hasStop(type)) return taken.filter((one) => one === 'DAY' || one === 'GTC')
  return type === 'limit' ? taken : taken.filter((one) => one !== 'EXT')
}

export type ConditionFault =
  | 'stop.empty'
  | 'stop.tick'
  | 'stop.above'
  | 'stop.below'
  | 'trail.empty'
  | 'trail.range'
  | 'exits.empty'
  | 'takeProfit.tick'
  | 'takeProfit.above'
  | 'stopLoss.tick'
  | 'stopLoss.below'

export const LEAST_TRAIL = '0.1'
export const MOST_TRAIL = '50'

/** The first thing wrong with a stop or an exit, from top to bottom. `last` is the newest trade. */
export function conditionFault(draft: Draft, rules: Rules, last: string): ConditionFault | null {
  return stopFault(draft, rules, last) ?? exitFault(draft, rules, last)
}

function stopFault({ type, side, stop, trail }: Draft, { tick }: Rules, last: string): ConditionFault | null {
  if (!hasStop(type)) return null
  if (type === 'trailing') return trailFault(finish(trail))
  const price = finish(stop)
  if (price === '' || isZero(price)) return 'stop.empty'
  if (!isOnTick(price, tick)) return 'stop.tick'
  if (side === 'buy') return isBeyond(price, last) ? null : 'stop.above'
  return isBeyond(last, price) ? null : 'stop.below'
}

function trailFault(trail: string): ConditionFault | null {
  if (trail === '' || isZero(trail)) return 'trail.empty'
  return isBeyond(LEAST_TRAIL, trail) || isBeyond(trail, MOST_TRAIL) ? 'trail.range' : null
}

function exitFault(draft: Draft, { tick }: Rules, last: string): ConditionFault | null {
  if (!draft.exits) return null
  const [profit, loss] = [finish(draft.takeProfit), finish(draft.stopLoss)]
  const from = exitsStandAround(draft, last)
  if (draft.side === 'buy' && profit === '' && loss === '') return 'exits.empty'
  if (draft.side === 'sell' && loss === '') return 'exits.empty'
  if (draft.side === 'buy' && profit !== '') {
    if (!isOnTick(profit, tick)) return 'takeProfit.tick'
    if (!isBeyond(profit, from)) return 'takeProfit.above'
  }
  if (loss === '') return null
  if (!isOnTick(loss, tick)) return 'stopLoss.tick'
  return isBeyond(from, loss) ? null : 'stopLoss.below'
}

/** A purchase is left at a profit above its price and at a loss below it; beside a limit sale the stop is below the market. */
export function exitsStandAround({ side, type, price, stop }: Draft, last: string): string {
  if (side === 'sell') return last
  const own = hasLimit(type) ? finish(price) : hasStop(type) && type !== 'trailing' ? finish(stop) : ''
  return own === '' || isZero(own) ? last : own
}

const isBeyond = (left: string, right: string): boolean => (parseScaled(left) ?? 0n) > (parseScaled(right) ?? 0n)

const HOLD_ABOVE_STOP = 102n
const PERCENT = 100n

/** A stop purchase is held two percent above its stop: the price at which the largest order is worked out. */
export const holdPriceOfStop = (stop: string): string => formatScaled(((parseScaled(stop) ?? 0n) * HOLD_ABOVE_STOP) / PERCENT)

/** The stop, trail and exits as the server takes them. */
export function conditionsOf({ type, side, stop, trail, exits, takeProfit, stopLoss }: Draft) {
  const [profit, loss] = [finish(takeProfit), finish(stopLoss)]
  return {
    ...(hasStop(type) && type !== 'trailing' ? { stopPrice: finish(stop) } : {}),
    ...(type === 'trailing' ? { trailPercent: finish(trail) } : {}),
    ...(exits && side === 'buy' && profit !== '' ? { takeProfit: profit } : {}),
    ...(exits && loss !== '' ? { stopLoss: loss } : {}),
  }
}
