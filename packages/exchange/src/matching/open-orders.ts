import type { EndReason } from '@rueda/rules/orders/order.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { OrderBook } from '../book/book.ts'
import type { VenueOrder } from '../venue.ts'
import type { Activity } from './activity.ts'
import type { EventLog } from './event-log.ts'
import { type OpenOrder, byAcceptance, namesOf } from './open-order.ts'
import type { Units } from './units.ts'

/**
 * The open orders of an engine, and the words that tell of them: that one works, is filled, is over. Whatever way of
 * matching fills an order, its fill is counted, shown and told here and nowhere else, because an order that is gone
 * for one part of the engine and there for another would be filled twice.
 */
export type OpenOrdersParts = Readonly<{
  book: OrderBook
  units: Units
  events: EventLog
  activity: Activity
  /** An order is not open any more. */
  onGone: (orderId: string) => void
  /** Customers have traded at a price that everybody sees. */
  onTrade: (price: bigint, at: Instant) => void
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

  add(open: OpenOrder): void {
    this.#open.set(open.order.orderId, open)
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

  /** Everything but held orders leaves the book and waits, in the order of its time. */
  allWait(): void {
    for (const orderId of this.#open.keys()) this.#parts.book.cancel(orderId)
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
    const { units, events, activity } = this.#parts
    const { orderId, accountId, instrumentId, side } = open.order
    const scaled = { price: units.scaledPrice(price), quantity: units.scaledQuantity(quantity) }
    const { tradeDate } = this
    const sequence = events.add({ kind: 'execution', orderId, accountId, instrumentId, side, ...scaled, resting, tradeDate, at })
    // The aggressor's side names the trade; whoever met a resting order stood on the other side.
    const aggressor = resting ? (side === 'buy' ? 'sell' : 'buy') : side
    if (shown > 0) {
      activity.record({ price: scaled.price, quantity: units.scaledQuantity(shown), side: aggressor, at, sequence }, tradeDate)
      this.#parts.onTrade(scaled.price, at)
    }
    open.remaining -= quantity
    if (open.remaining === 0) this.#forget(orderId)
    const sibling = open.order.siblingId === null ? undefined : this.#open.get(open.order.siblingId)
    if (sibling !== undefined) this.takeOff(sibling, quantity)
  }

  /** Less of an order, which keeps its place; with nothing left it is gone without a word. */
  takeOff(open: OpenOrder, quantity: number): void {
    const { orderId } = open.order
    open.remaining -= quantity
    if (open.remaining > 0) return void this.#parts.book.reduce(orderId, open.remaining)
    this.#parts.book.cancel(orderId)
    this.#forget(orderId)
  }

  end(open: OpenOrder, reason: EndReason, at: Instant): void {
    this.#parts.book.cancel(open.order.orderId)
    this.#forget(open.order.orderId)
    this.refuse(open.order, reason, at)
  }

  /** The end of an order that never was open here. */
  refuse({ orderId, accountId }: VenueOrder, reason: EndReason, at: Instant): void {
    this.#parts.events.add({ kind: 'ended', orderId, accountId, reason, at })
  }

  #forget(orderId: string): void {
    this.#open.delete(orderId)
    this.#parts.onGone(orderId)
  }
}
