import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import type { Market } from '@rueda/contract/codes.ts'
import { absolute, divide, formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { type OrderType, type TimeInForce, hasLimit, hasStop } from '@rueda/rules/orders/order.ts'
import { UNREADABLE, finish } from '@rueda/ui/fields/typing.ts'
import { type Ticks, isOnTick, tickFor } from './prices.ts'
import { isZero } from '../../shared/orders/sizing.ts'
import type { Draft, Rules } from './ticket.ts'

/** Stops, trails and exits of a ticket: what may be chosen, and what is wrong with what was typed. */
export const stopTypes = ['stop', 'stopLimit', 'trailing'] as const
export type StopType = (typeof stopTypes)[number]

/** The stops this market takes; where it takes none the ticket does not offer them. */
export const stopTypesIn = (market: Market): readonly StopType[] =>
  stopTypes.filter((type) => marketTermsOf(market)?.orderTypes.includes(type))

/** True for an order that opens a position: on margin either side does, shares are opened by buying. */
export const opensWith = (market: Market, { side, closes }: Pick<Draft, 'side' | 'closes'>): boolean =>
  !closes && (isOnMargin(market) || side === 'buy')

/** Exits and second legs are stops of their own. */
export const takesExits = (market: Market, draft: Pick<Draft, 'side' | 'type' | 'closes'>): boolean =>
  stopTypesIn(market).includes('stop') && (opensWith(market, draft) || draft.type === 'limit')

type Prices = Readonly<{ bid: string | null; ask: string | null; price_nominal: string }>

/** The price stops are measured by now: the last trade, or the middle where a market has quotes and no trades. */
export function stopReference(market: Market, { bid, ask, price_nominal: last }: Prices): string {
  const [low, high] = [parseScaled(bid ?? ''), parseScaled(ask ?? '')]
  if (marketTermsOf(market)?.stopTrigger !== 'mid' || low === null || high === null) return last
  return formatScaled(divide(low + high, 2n, 'HALF_UP'))
}

/** The times in force of an order of this type in this market. */
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
  | 'exits.unreadable'
  | 'takeProfit.tick'
  | 'takeProfit.above'
  | 'takeProfit.below'
  | 'stopLoss.tick'
  | 'stopLoss.above'
  | 'stopLoss.below'

export const MIN_TRAIL = '0.1'
export const MAX_TRAIL = '50'

/** The first thing wrong with a stop or an exit, from top to bottom. `last` is what stops are measured by now. */
export function conditionFault(draft: Draft, rules: Rules, last: string): ConditionFault | null {
  return stopFault(draft, rules, last) ?? exitFault(draft, rules, last)
}

function stopFault({ type, side, stop, trail }: Draft, { ticks }: Rules, last: string): ConditionFault | null {
  if (!hasStop(type)) return null
  if (type === 'trailing') return trailFault(finish(trail))
  const price = finish(stop)
  if (price === '' || isZero(price)) return 'stop.empty'
  if (!isOnTick(price, tickFor(ticks, price))) return 'stop.tick'
  if (side === 'buy') return isBeyond(price, last) ? null : 'stop.above'
  return isBeyond(last, price) ? null : 'stop.below'
}

function trailFault(trail: string): ConditionFault | null {
  if (trail === '' || isZero(trail)) return 'trail.empty'
  return isBeyond(MIN_TRAIL, trail) || isBeyond(trail, MAX_TRAIL) ? 'trail.range' : null
}

function exitFault(draft: Draft, rules: Rules, last: string): ConditionFault | null {
  if (!draft.exits || !takesExits(rules.market, draft)) return null
  const opens = opensWith(rules.market, draft)
  const [profit, loss] = [opens ? finish(draft.takeProfit) : '', finish(draft.stopLoss)]
  if (profit === '' && loss === '') return 'exits.empty'
  if (profit === UNREADABLE || loss === UNREADABLE) return 'exits.unreadable'
  const around = { ...draft, from: exitsStandAround(rules.market, draft, last), ticks: rules.ticks, opens }
  return profitFault(profit, around) ?? lossFault(loss, around)
}

type Around = Readonly<{ side: Draft['side']; from: string; ticks: Ticks; opens: boolean }>

/** The fault of a take-profit, which must be above the price of a long position and below that of a short one. */
function profitFault(profit: string, { side, from, ticks }: Around): ConditionFault | null {
  if (profit === '') return null
  if (!isOnTick(profit, tickFor(ticks, profit))) return 'takeProfit.tick'
  if (side === 'buy') return isBeyond(profit, from) ? null : 'takeProfit.above'
  return isBeyond(from, profit) ? null : 'takeProfit.below'
}

/** The fault of a stop-loss, which must be on the other side; beside a limit that closes it is on the other side of the market. */
function lossFault(loss: string, { side, from, ticks, opens }: Around): ConditionFault | null {
  if (loss === '') return null
  if (!isOnTick(loss, tickFor(ticks, loss))) return 'stopLoss.tick'
  const isBelow = opens === (side === 'buy')
  if (isBelow) return isBeyond(from, loss) ? null : 'stopLoss.below'
  return isBeyond(loss, from) ? null : 'stopLoss.above'
}

/** The price that exits are around: the order's own where it opens, the market's for a stop beside a closing limit. */
export function exitsStandAround(market: Market, draft: Draft, last: string): string {
  if (!opensWith(market, draft)) return last
  const { type, price, stop } = draft
  const own = hasLimit(type) ? finish(price) : hasStop(type) && type !== 'trailing' ? finish(stop) : ''
  return own === '' || isZero(own) ? last : own
}

const isBeyond = (left: string, right: string): boolean => (parseScaled(left) ?? 0n) > (parseScaled(right) ?? 0n)

const HELD_ABOVE_STOP = 2n
const PERCENT = 100n

/** A stop purchase is held two percent above its stop: the price at which the largest order is worked out. */
export function holdPriceOfStop(stop: string): string {
  const price = parseScaled(stop) ?? 0n
  return formatScaled(price + (absolute(price) * HELD_ABOVE_STOP) / PERCENT)
}

/** The stop, trail and exits as the server takes them. */
export function conditionsOf(market: Market, draft: Draft) {
  const { type, stop, trail, takeProfit, stopLoss } = draft
  const exits = draft.exits && takesExits(market, draft)
  const [profit, loss] = [finish(takeProfit), finish(stopLoss)]
  return {
    ...(hasStop(type) && type !== 'trailing' ? { stopPrice: finish(stop) } : {}),
    ...(type === 'trailing' ? { trailPercent: finish(trail) } : {}),
    ...(exits && opensWith(market, draft) && profit !== '' ? { takeProfit: profit } : {}),
    ...(exits && loss !== '' ? { stopLoss: loss } : {}),
  }
}
