import { securityAccount, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { type EntryDraft, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import type { MarginPosition } from '../margin/position.ts'
import type { Position } from '../positions/position.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { orderEvent } from './events.ts'
import { siblingOf, takeHold } from './pair.ts'
import { type EndReason, type Order, type OrderAction, orderMachine } from './order.ts'
import { collectedSale } from '../loans/collect-sale.ts'
import { takenBack } from '../robots/sub-wallet.ts'
import { orderKind, orderEventKind } from './records.ts'
import { positionKind } from '../positions/records.ts'
import { marginPositionKind } from '../margin/records.ts'

/**
 * Ends an order without a complete fill: cancelled by its customer, expired, or given up by the venue. The rest of the hold goes back in
 * one entry (J31), and nothing else moves.
 */
const RELEASE_STEP = -1

const actionOf: Record<EndReason, OrderAction> = {
  CANCELLED: 'cancel',
  EXPIRED: 'expire',
  NO_LIQUIDITY: 'exhaust',
  SELF_TRADE: 'exhaust',
  OUTSIDE_BAND: 'exhaust',
  SIBLING_FILLED: 'exhaust',
  POSITION_CLOSED: 'exhaust',
  SYSTEM: 'exhaust',
}

type Ending = Readonly<{ orderId: string; reason: EndReason; tradeDate: CalendarDate; sequence?: number; at?: Instant }>

export function endOrder(state: AccountState, ending: Ending, now: Instant): Result<Outcome> {
  const ended = endOwnOrder(state, ending, now)
  const booking = { orderId: ending.orderId, step: RELEASE_STEP, valueDate: ending.tradeDate, now }
  return ended.ok ? ok(collectedSale(state, takenBack(state, ended.value, booking), booking)) : ended
}

function endOwnOrder(state: AccountState, ending: Ending, now: Instant): Result<Outcome> {
  const order = orderKind.of(state).get(ending.orderId)
  if (order === undefined) return refuse('object.not_found', { field: 'orderId' })
  const status = next(orderMachine, order.status, actionOf[ending.reason])
  if (status === null) return refuse('order.not_cancellable', { status: order.status })
  const ended: Order = {
    ...order,
    status,
    endReason: ending.reason,
    heldCash: 0n,
    heldQuantity: 0n,
    venueSequence: ending.sequence ?? order.venueSequence,
    changedAt: now,
  }
  const { at = now, sequence = null, reason } = ending
  const events = orderEventKind.happened(orderEvent(order, 'ended', { at, sequence, reason }))
  const sibling = siblingOf(state, order)
  // The other order that closes the same goes on, and takes over the hold of both.
  if (sibling !== null) return ok({ entries: [], records: orderKind.changed(ended, takeHold(sibling, order)[0]), events })
  if (order.margin?.action === 'close') {
    const position = releasedMarginPosition(state, order, order.margin.positionId, now)
    return ok({ entries: [], records: [...orderKind.changed(ended), ...marginPositionKind.changed(position)], events })
  }
  const position = releasedPosition(state, order, now)
  const holds = order.heldCash > 0n || order.heldQuantity > 0n
  return ok({
    entries: holds ? [releaseEntry(order, ending.tradeDate)] : [],
    records: [...orderKind.changed(ended), ...positionKind.changed(...(position === null ? [] : [position]))],
    events,
  })
}

/** The venue's report on an order. */
export type News = Readonly<{ orderId: string; sequence: number; at: Instant }>

/** QUEUED → WORKING: the session has begun. Repeated or late news changes nothing. */
export function openOrder(state: AccountState, { orderId, sequence, at }: News, now: Instant): Result<Outcome> {
  const order = orderKind.of(state).get(orderId)
  if (order === undefined) return refuse('object.not_found')
  const status = next(orderMachine, order.status, 'open')
  if (status === null) return ok({ entries: [] })
  return ok({
    entries: [],
    records: orderKind.changed({ ...order, status, changedAt: now }),
    events: orderEventKind.happened(orderEvent(order, 'opened', { at, sequence })),
  })
}

/** J31: the rest of the hold goes back whole, once. */
export function releaseEntry(order: Order, valueDate: CalendarDate): EntryDraft {
  const lines =
    order.side === 'buy' || order.margin !== null
      ? transfer({
          from: walletAccount(order.wallet, 'HOLD'),
          to: walletAccount(order.wallet, 'CASH'),
          asset: walletCurrencies[order.wallet],
          amount: order.heldCash,
        })
      : transfer({
          from: securityAccount('SECHOLD', order.instrumentId),
          to: securityAccount('SEC', order.instrumentId),
          asset: order.instrumentId,
          amount: order.heldQuantity,
        })
  return { journal: 'J31', cause: { kind: 'order', id: order.id, step: RELEASE_STEP }, lines, valueDate }
}

function releasedPosition(state: AccountState, order: Order, now: Instant): Position | null {
  if (order.heldQuantity === 0n) return null
  const position = positionKind.of(state).get(order.instrumentId)
  if (position === undefined) throw new Error(`held shares without a position in ${order.instrumentId}`)
  return { ...position, free: position.free + order.heldQuantity, held: position.held - order.heldQuantity, changedAt: now }
}

/** A closing order holds a part of its position, which is not in the ledger. */
function releasedMarginPosition(state: AccountState, order: Order, positionId: string, now: Instant): MarginPosition {
  const position = marginPositionKind.of(state).get(positionId)
  if (position === undefined) throw new Error(`order ${order.id} closes a position that was not read`)
  return { ...position, held: position.held - order.heldQuantity, changedAt: now }
}
