import type { Instant } from '@rueda/rules/time.ts'
import { type Fill, type OrderBook, type PriceBand, type RestingOrder, reaches } from '../book/book.ts'
import type { Session, Trade } from '../venue.ts'
import type { ImpactTerms } from './impact.ts'
import { type OpenOrder, bookOrderOf } from './open-order.ts'
import type { OpenOrders } from './open-orders.ts'
import type { OutsideMarket } from './outside-market.ts'
import { OutsideWalk } from './outside-walk.ts'
import { PassiveMatching } from './passive-matching.ts'
import type { Units } from './units.ts'

/**
 * The continuous market: an order that arrives takes from the book and from the outside what reaches its price, rests,
 * and is filled there by the outside's prints. It is told when it is open and knows no sessions, so that everything
 * about priority and liquidity stands in one place.
 */
export type ContinuousMatchingParts = Readonly<{
  book: OrderBook
  outside: OutsideMarket
  units: Units
  orders: OpenOrders
  terms: () => ImpactTerms
}>

/**
 * Customers trade with each other at most this far from the outside market's last price, so that two of them cannot
 * make up prices for everybody else: the wider of the bands that halt real markets (LULD, `domain.md` C.5).
 */
const FARTHEST_BETWEEN_CUSTOMERS = 0.1

export class ContinuousMatching {
  readonly #parts: ContinuousMatchingParts
  readonly #passive: PassiveMatching
  /** Resting orders that reach outside quotes which they could not take at once, and that try again. */
  readonly #taking = new Set<string>()
  #band: PriceBand = { low: 0, high: 0 }

  constructor(parts: ContinuousMatchingParts) {
    this.#parts = parts
    this.#passive = new PassiveMatching(parts.book, parts.units)
  }

  isTaking = (order: RestingOrder): boolean => this.#taking.has(order.id)

  /** The outside's last price, around which customers may meet. */
  see(last: bigint): void {
    const { units } = this.#parts
    this.#band = bandAround(units.price(last), units)
  }

  /** An order meets the market. */
  arrive(open: OpenOrder, now: Instant, session: Session): void {
    const { book, outside, orders } = this.#parts
    orders.announce(open, now)
    const fills: Fill[] = []
    const walk = new OutsideWalk(open.order.side, outside, book, now)
    const outcome = book.add(bookOrderOf(open), fills, walk, this.#band)
    this.#executeAll(open, fills, walk.taken, now, session)
    if (outcome === 'resting') this.#queueUp(open, now, true)
    else if (outcome === 'no-liquidity') orders.end(open, 'NO_LIQUIDITY', now)
    else if (outcome === 'self-trade') orders.end(open, 'SELF_TRADE', now)
    else if (outcome === 'outside-band') orders.end(open, 'OUTSIDE_BAND', now)
  }

  /** Whether an order cannot have been resting, because another one would have met it. */
  crosses(open: OpenOrder): boolean {
    const opposite = this.#parts.book.best(open.order.side === 'buy' ? 'sell' : 'buy')
    return opposite !== null && reaches(open.order.side, open.worstPrice, opposite.price)
  }

  /** Puts an order where it was resting, behind those that are there, and executes nothing for it now. */
  rest(open: OpenOrder, now: Instant): void {
    this.#parts.book.rest(bookOrderOf(open))
    this.#queueUp(open, now, false)
  }

  /** Resting orders that still reach the outside take what has come since, at the outside's prices. */
  retry(now: Instant, session: Session): void {
    for (const id of [...this.#taking]) this.#retryOne(id, now, session)
  }

  /** The outside's prints of (from, to] fill what rests; each is handed over after its fills. */
  matchPrints(from: Instant, to: Instant, after: (print: Trade) => void): void {
    for (const { print, allowance } of this.#parts.outside.prints(from, to)) {
      this.#passive.onPrint(print, { allowance, skips: this.isTaking, fill: this.#fillResting })
      after(print)
    }
  }

  forget(orderId: string): void {
    this.#taking.delete(orderId)
  }

  /** The market has stopped; nothing tries again. */
  stop(): void {
    this.#taking.clear()
  }

  #retryOne(id: string, now: Instant, session: Session): void {
    const { book, outside, orders } = this.#parts
    const open = orders.get(id)
    const resting = book.get(id)
    if (open === undefined || resting === null) return
    const fills: Fill[] = []
    const walk = new OutsideWalk(open.order.side, outside, book, now)
    const taken = walk.takeBefore(null, open.worstPrice, open.remaining, fills)
    if (taken > 0) book.fill(resting, taken)
    this.#executeAll(open, fills, taken, now, session)
    if (orders.has(id)) this.#queueUp(open, now, true)
  }

  /** Notes what of the outside stands before a resting order, and whether the order still reaches the outside itself. */
  #queueUp(open: OpenOrder, now: Instant, mayTake: boolean): void {
    const { book, outside } = this.#parts
    const { side, orderId } = open.order
    const resting = book.get(orderId)
    if (resting === null) return
    const best = outside.best(side === 'buy' ? 'sell' : 'buy', now)
    if (mayTake && best !== null && reaches(side, open.worstPrice, best)) this.#taking.add(orderId)
    else this.#taking.delete(orderId)
    resting.ahead = outside.quantityAt(side, open.worstPrice, now)
    resting.aheadAt = now
  }

  #fillResting = (resting: RestingOrder, quantity: number, at: Instant): void => {
    const { book, outside, orders } = this.#parts
    const open = orders.get(resting.id)
    if (open === undefined) throw new Error(`the book holds an order that is not open: ${resting.id}`)
    book.fill(resting, quantity)
    outside.noteParticipation(quantity, at)
    orders.execute(open, { price: resting.price, quantity, resting: true, at, shown: quantity })
  }

  #executeAll(open: OpenOrder, fills: readonly Fill[], taken: number, now: Instant, session: Session): void {
    const { outside, orders, terms } = this.#parts
    for (const { resting, price, quantity } of fills) {
      const other = resting === null ? undefined : orders.get(resting.id)
      if (other !== undefined) orders.execute(other, { price, quantity, resting: true, at: now, shown: 0 })
      orders.execute(open, { price, quantity, resting: false, at: now, shown: quantity })
    }
    const signed = open.order.side === 'buy' ? taken : -taken
    if (taken > 0) outside.impact.add(signed, now, session.closesAt, terms())
  }
}

function bandAround(last: number, { tickAt }: Units): PriceBand {
  const distance = Math.abs(last) * FARTHEST_BETWEEN_CUSTOMERS
  const [low, high] = [Math.ceil(last - distance), Math.floor(last + distance)]
  return { low: Math.ceil(low / tickAt(low)) * tickAt(low), high: Math.floor(high / tickAt(high)) * tickAt(high) }
}
