import type { Trigger, VenueOrder } from '@rueda/exchange/venue.ts'
import { type Order, hasLimit, isForced, remainingOf } from '@rueda/rules/orders/order.ts'

/** An order of the database as the venue takes it. */
export const venueOrderOf = (order: Order): VenueOrder => ({
  orderId: order.id,
  accountId: order.accountId,
  instrumentId: order.instrumentId,
  side: order.side,
  opens: order.margin === null ? order.side === 'buy' : order.margin.action === 'open',
  type: hasLimit(order.type) ? 'limit' : 'market',
  worstPrice: order.worstPrice,
  quantity: remainingOf(order),
  timeInForce: order.timeInForce,
  acceptedAt: order.acceptedAt,
  lastTradeDate: order.lastTradeDate,
  trigger: triggerOf(order),
  siblingId: order.siblingId,
  knownTo: order.venueSequence,
  ...(isForced(order) ? { isForced: true } : {}),
  ...(order.block === null ? {} : { block: { isFirm: order.block.isFirm } }),
})

/** Null once it is triggered. */
function triggerOf({ status, stopPrice, trailPercent, trailBest }: Order): Trigger | null {
  if (status !== 'held' || stopPrice === null) return null
  if (trailPercent === null || trailBest === null) return { kind: 'stop', price: stopPrice }
  return { kind: 'trailing', percent: trailPercent, best: trailBest }
}
