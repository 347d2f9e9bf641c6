import { formatScaled } from '../decimal.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { next } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import type { News } from './end.ts'
import { orderEvent } from './events.ts'
import { type Order, hasLimit, orderMachine } from './order.ts'
import { bestOf, trailingStop, worstAfterTrigger } from './stops.ts'
import { orderKind, orderEventKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/** The trade of the regular session that the venue reports. */
type Trade = News & Readonly<{ price: bigint }>

/** HELD → WORKING: a trade has reached the stop. From here it is the market or limit order it was meant to become. */
export function triggerOrder(state: AccountState, trade: Trade, instrument: Instrument, now: Instant): Result<Outcome> {
  const order = orderKind.of(state).get(trade.orderId)
  if (order === undefined) return refuse('object.not_found')
  const status = next(orderMachine, order.status, 'trigger')
  if (status === null) return ok({ entries: [] })
  const worstPrice = hasLimit(order.type) ? order.worstPrice : worstAfterTrigger(instrument, order.side, order.worstPrice, trade.price)
  const { price, sequence, at } = trade
  const triggered: Order = { ...order, status, worstPrice, venueSequence: sequence, changedAt: now }
  const facts = { instrument: order.instrumentId, stop: formatScaled(order.stopPrice ?? price), price: formatScaled(price) }
  return ok({
    entries: [],
    records: orderKind.changed(triggered),
    events: [
      ...orderEventKind.happened(orderEvent(order, 'triggered', { at, sequence, price })),
      ...messageKind.happened({ template: 'order.triggered', facts, link: `order:${order.id}` }),
    ],
  })
}

/** Moves the stop of a held trailing order after a better trade. It never loosens, whatever the venue reports. */
export function trailOrder(state: AccountState, trade: Trade, instrument: Instrument, now: Instant): Result<Outcome> {
  const order = orderKind.of(state).get(trade.orderId)
  if (order === undefined) return refuse('object.not_found')
  const { trailBest, trailPercent, side } = order
  if (order.status !== 'held' || trailBest === null || trailPercent === null) return ok({ entries: [] })
  const best = bestOf(side, trailBest, trade.price)
  if (best === trailBest) return ok({ entries: [] })
  const followed: Order = {
    ...order,
    trailBest: best,
    stopPrice: trailingStop(instrument, side, best, trailPercent),
    venueSequence: trade.sequence,
    changedAt: now,
  }
  return ok({ entries: [], records: orderKind.changed(followed) })
}
