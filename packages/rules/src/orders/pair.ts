import type { Instrument } from '../instruments/instrument.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { next } from '../machine.ts'
import { type Result, ok } from '../result.ts'
import type { Instant } from '../time.ts'
import type { Accepted, OrderRequest } from './accept.ts'
import { orderEvent } from './events.ts'
import { type Order, isWorking, orderMachine, remainingOf } from './order.ts'
import { worstBeforeTrigger } from './stops.ts'
import { orderEventKind, orderKind } from './records.ts'

/**
 * Two orders that close the same, of which one makes the other smaller (`docs/rules/orders.md` D.1): two sales of the same shares, or two
 * orders that close the same part of a position on margin. Their common quantity is held once: the hold is on one of the two and moves to
 * the other when that one needs it.
 */

/** Adds a stop to a limit: the second order is for the same quantity and holds nothing of its own. */
export function withSecondLeg(accepted: Result<Accepted>, { second, stopLoss }: OrderRequest, instrument: Instrument): Result<Accepted> {
  if (!accepted.ok || second === undefined || stopLoss === undefined || stopLoss === null) return accepted
  const { outcome } = accepted.value
  const order: Order = { ...accepted.value.order, siblingId: second.id }
  const stop = stopLeg({ ...order, ...second, siblingId: order.id }, instrument, stopLoss)
  return ok({ order, outcome: compose(outcome, { entries: [], records: orderKind.changed(order, stop) }) })
}

/** The stop of two orders; the limit beside it has the hold for both. */
export const stopLeg = (order: Order, instrument: Instrument, stopPrice: bigint): Order => ({
  ...order,
  type: 'stop',
  limitPrice: null,
  stopPrice,
  worstPrice: worstBeforeTrigger(instrument, order.side, stopPrice),
  heldQuantity: 0n,
  status: 'held',
})

/** The other order that closes the same, while it is open. */
export function siblingOf(state: AccountState, { siblingId }: Order): Order | null {
  const sibling = siblingId === null ? undefined : orderKind.of(state).get(siblingId)
  return sibling !== undefined && isWorking(sibling) ? sibling : null
}

/** Moves the hold of both to the one that fills. */
export function takeHold(order: Order, sibling: Order | null): readonly [Order, Order | null] {
  if (sibling === null || sibling.heldQuantity === 0n) return [order, sibling]
  return [
    { ...order, heldQuantity: order.heldQuantity + sibling.heldQuantity },
    { ...sibling, heldQuantity: 0n },
  ]
}

type Cause = Readonly<{ quantity: bigint; sequence: number; at: Instant }>

/** Reduces the other order by the quantity one has filled; with nothing left of it, it ends. */
export function withReduced(booked: Outcome, sibling: Order | null, cause: Cause, now: Instant): Outcome {
  if (sibling === null) return booked
  const { quantity, sequence, at } = cause
  const rest = remainingOf(sibling) - quantity
  const known = { ...sibling, venueSequence: sequence, changedAt: now }
  if (rest > 0n) {
    const order: Order = { ...known, quantity: sibling.quantity - quantity }
    return including(booked, order, orderEvent(sibling, 'reduced', { at, sequence, quantity: order.quantity }))
  }
  const status = next(orderMachine, sibling.status, 'exhaust')
  if (status === null) throw new Error(`an open order could not be ended: ${sibling.id}`)
  const order: Order = { ...known, status, endReason: 'SIBLING_FILLED', heldQuantity: 0n }
  return including(booked, order, orderEvent(sibling, 'ended', { at, sequence, reason: 'SIBLING_FILLED' }))
}

const including = (booked: Outcome, order: Order, event: ReturnType<typeof orderEvent>): Outcome =>
  compose(booked, { entries: [], records: orderKind.changed(order), events: orderEventKind.happened(event) })
