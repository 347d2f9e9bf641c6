import type { EndReason } from '../../src/orders/order.ts'
import { type ModelOrder, endInModel } from '../model/account.ts'
import { type Step, dateIn, listingOf } from '../world/world.ts'

/** Orders that end without a fill: cancelled, given up by the venue, or expired on their last day. */
const RECENT = 8

export function cancelOrder(step: Step): void {
  const { world, rng, model, accountId, now } = step
  const among = model.open.size > 0 && rng.percent(70) ? [...model.open.values()] : model.recent.slice(-RECENT)
  if (among.length === 0) return
  const order = rng.pick(among)
  // A customer cannot cancel an order of a liquidation.
  if (order.margin?.liquidates === true) return
  const tradeDate = dateIn(step, listingOf(world, order.instrumentId))
  const ended = world.brokerage.end(accountId, order.id, { reason: 'CANCELLED', tradeDate }, now)
  if (ended.ok !== order.open) throw new Error(order.open ? 'an open order could not be cancelled' : 'an ended order was cancelled')
  if (!ended.ok) return void world.seen.add('cancel of an ended order refused')
  if (order.filled > 0n) world.seen.add('partly filled, then cancelled')
  if (order.margin !== null) world.seen.add(`${order.margin.action === 'open' ? 'opening' : 'closing'} order cancelled`)
  order.cancelled = true
  endInModel(model, order)
}

export function giveUpOrder(step: Step): void {
  const { rng, model, world } = step
  if (model.open.size === 0) return
  const order = rng.pick([...model.open.values()])
  const reason = rng.pick(['NO_LIQUIDITY', 'OUTSIDE_BAND', 'SELF_TRADE'] as const)
  endByHouse(step, order, reason)
  world.seen.add(`ended: ${reason}`)
}

/** The job of a day's end: ends expired orders, in time or days later. */
export function expireOrders(step: Step): void {
  const { model, world } = step
  for (const order of [...model.open.values()]) {
    if (order.lastDate >= dateIn(step, listingOf(world, order.instrumentId)) || order.margin?.liquidates === true) continue
    endByHouse(step, order, 'EXPIRED')
    world.seen.add('ended: EXPIRED')
  }
}

function endByHouse(step: Step, order: ModelOrder, reason: EndReason): void {
  const { world, model, accountId, now } = step
  const tradeDate = dateIn(step, listingOf(world, order.instrumentId))
  const ended = world.brokerage.end(accountId, order.id, { reason, tradeDate }, now)
  if (!ended.ok) throw new Error(`the house could not end an open order: ${ended.refusal}`)
  endInModel(model, order)
}
