import { securityAccount, walletAccount } from '../ledger/accounts.ts'
import type { Books, Outcome } from '../ledger/books.ts'
import { type EntryDraft, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import type { Position } from '../positions/position.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { orderEvent } from './events.ts'
import { siblingOf, takeHold } from './pair.ts'
import { type EndReason, type Order, type OrderAction, orderMachine } from './order.ts'

/**
 * How an order ends without a complete fill: cancelled by its customer, expired, or given up by the venue. What is
 * still held goes back in one entry (J31), and nothing else moves.
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

export function endOrder(books: Books, ending: Ending, now: Instant): Result<Outcome> {
  const order = books.orders.get(ending.orderId)
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
  const orderEvents = [orderEvent(order, 'ended', { at, sequence, reason })]
  const sibling = siblingOf(books, order)
  // The other order that ends the same goes on, and takes over what is held for both.
  if (sibling !== null) return ok({ entries: [], orders: [ended, takeHold(sibling, order)[0]], orderEvents })
  if (order.margin?.action === 'close')
    return ok({ entries: [], orders: [ended], orderEvents, ...letGoOf(books, order, order.margin.positionId, now) })
  const position = releasedPosition(books, order, now)
  const holds = order.heldCash > 0n || order.heldQuantity > 0n
  return ok({
    entries: holds ? [releaseEntry(order, ending.tradeDate)] : [],
    orders: [ended],
    ...(position === null ? {} : { positions: [position] }),
    orderEvents,
  })
}

/** What the venue tells of an order. */
export type News = Readonly<{ orderId: string; sequence: number; at: Instant }>

/** QUEUED → WORKING: the session has begun. Repeated or late news changes nothing. */
export function openOrder(books: Books, { orderId, sequence, at }: News, now: Instant): Result<Outcome> {
  const order = books.orders.get(orderId)
  if (order === undefined) return refuse('object.not_found')
  const status = next(orderMachine, order.status, 'open')
  if (status === null) return ok({ entries: [] })
  return ok({ entries: [], orders: [{ ...order, status, changedAt: now }], orderEvents: [orderEvent(order, 'opened', { at, sequence })] })
}

/** J31: what is still held goes back whole, once. */
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

function releasedPosition(books: Books, order: Order, now: Instant): Position | null {
  if (order.heldQuantity === 0n) return null
  const position = books.positions.get(order.instrumentId)
  if (position === undefined) throw new Error(`held shares without a position in ${order.instrumentId}`)
  return { ...position, free: position.free + order.heldQuantity, held: position.held - order.heldQuantity, changedAt: now }
}

/** A closing order holds a part of its position, of which the ledger knows nothing. */
function letGoOf(books: Books, order: Order, positionId: string, now: Instant): Pick<Outcome, 'marginPositions'> {
  const position = books.marginPositions.get(positionId)
  if (position === undefined) throw new Error(`order ${order.id} closes a position that was not read`)
  return { marginPositions: [{ ...position, held: position.held - order.heldQuantity, changedAt: now }] }
}
