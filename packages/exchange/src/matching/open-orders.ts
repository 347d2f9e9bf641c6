import type { EndReason } from '@rueda/rules/orders/order.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Session, Trade, VenueOrder } from '../venue.ts'
import type { EventLog } from './event-log.ts'
import { type OpenOrder, byAcceptance, isExpired, namesOf } from './open-order.ts'
import type { Removals } from './removals.ts'
import type { Units } from './units.ts'

/**
 * The open orders of an engine, and the words that tell of them: that one works, is filled, is over. Whatever way of
 * matching fills an order, its fill is counted, shown and told here and nowhere else, because an order that is gone
 * for one part of the engine and there for another would be filled twice.
 */
export type OpenOrdersParts = Readonly<{
  units: Units
  events: EventLog
  removals: Removals
  /** Less is left of an order by another way than a fill. */
  onLess: (orderId: string, remaining: number) => void
  /** An order is not open any more, and stands nowhere. */
  onGone: (orderId: string) => void
  /** Customers have made a trade that everybody sees. */
  onTrade: (trade: Trade, tradeDate: CalendarDate) => void
}>

/** `shown` is what of a fill appears in the list of trades, where a trade of two customers stands once. */
export type OrderFill = Readonly<{ price: number; quantity: number; resting: boolean; at: Instant; shown: number }>

export class OpenOrders {
  /** The date that fills count to. */
  tradeDate: CalendarDate = ''
  readonly #parts: OpenOrdersParts
  readonly #open = new Map<string, OpenOrder>()
  /** Orders that the market has no place for now, in the order of their time; some of them may have ended since. */
  #waiting: OpenOrder[] = []

  constructor(parts: OpenOrdersParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#open.size
  }

  has(orderId: string): boolean {
    return this.#open.has(orderId)
  }

  get(orderId: string): OpenOrder | undefined {
    return this.#open.get(orderId)
  }

  all(): OpenOrder[] {
    return [...this.#open.values()]
  }

  /** Opens an order; false, and its end, where its time is over or the market takes it away. */
  enter(open: OpenOrder, session: Session, now: Instant): boolean {
    this.#open.set(open.order.orderId, open)
    return this.#goesOn(open, session, now)
  }

  /** Ends what was not to outlive its session, and what the market takes away. */
  expire(session: Session, now: Instant): void {
    for (const open of this.all()) this.#goesOn(open, session, now)
  }

  waiting(): OpenOrder[] {
    return this.#waiting.filter((open) => this.#open.has(open.order.orderId))
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  wait(open: OpenOrder): void {
    this.#waiting.push(open)
  }

  /** From now on these wait, in this order, and nobody else. */
  onlyWaiting(waiting: OpenOrder[]): void {
    this.#waiting = waiting
  }

  /** Everything but held orders waits, in the order of its time. */
  allWait(): void {
    this.#waiting = this.all()
      .filter(({ held }) => !held)
      .toSorted(byAcceptance)
  }

  announce(open: OpenOrder, at: Instant): void {
    if (open.announced) return
    open.announced = true
    this.#parts.events.add({ kind: 'working', ...namesOf(open), at })
  }

  execute(open: OpenOrder, { price, quantity, resting, at, shown }: OrderFill): void {
    const { units, events, onTrade } = this.#parts
    const { orderId, accountId, instrumentId, side } = open.order
    const scaled = { price: units.scaledPrice(price), quantity: units.scaledQuantity(quantity) }
    const { tradeDate } = this
    const sequence = events.add({ kind: 'execution', orderId, accountId, instrumentId, side, ...scaled, resting, tradeDate, at })
    // The aggressor's side names the trade; whoever met a resting order stood on the other side.
    const aggressor = resting ? (side === 'buy' ? 'sell' : 'buy') : side
    if (shown > 0) onTrade({ price: scaled.price, quantity: units.scaledQuantity(shown), side: aggressor, at, sequence }, tradeDate)
    open.remaining -= quantity
    if (open.remaining === 0) this.#forget(orderId)
    const sibling = open.order.siblingId === null ? undefined : this.#open.get(open.order.siblingId)
    if (sibling !== undefined) this.takeOff(sibling, quantity)
  }

  /** Less of an order, which keeps its place; with nothing left it is gone without a word. */
  takeOff(open: OpenOrder, quantity: number): void {
    const { orderId } = open.order
    open.remaining -= quantity
    if (open.remaining > 0) this.#parts.onLess(orderId, open.remaining)
    else this.#forget(orderId)
  }

  end(open: OpenOrder, reason: EndReason, at: Instant): void {
    this.#forget(open.order.orderId)
    this.refuse(open.order, reason, at)
  }

  /** The end of an order that never was open here. */
  refuse({ orderId, accountId }: VenueOrder, reason: EndReason, at: Instant): void {
    this.#parts.events.add({ kind: 'ended', orderId, accountId, reason, at })
  }

  #goesOn(open: OpenOrder, session: Session, now: Instant): boolean {
    if (isExpired(open.order, session, now)) this.end(open, 'EXPIRED', now)
    else if (this.#parts.removals.takes(open.order, session)) this.end(open, 'SYSTEM', now)
    else return true
    return false
  }

  #forget(orderId: string): void {
    this.#open.delete(orderId)
    this.#parts.onGone(orderId)
  }
}
