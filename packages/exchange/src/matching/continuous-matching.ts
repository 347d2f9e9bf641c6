import type { Instant } from '@rueda/rules/time.ts'
import { matchPrice } from '@rueda/rules/orders/match-price.ts'
import { type Fill, type OrderBook, type RestingOrder, reaches } from '../book/book.ts'
import type { Session, Trade } from '../venue.ts'
import type { ImpactTerms } from './impact.ts'
import { type OpenOrder, bookOrderOf, byAcceptance } from './open-order.ts'
import type { OpenOrders } from './open-orders.ts'
import type { OutsideMarket } from './outside-market.ts'
import { OutsideWalk } from './outside-walk.ts'
import { PassiveMatching } from './passive-matching.ts'
import type { Units } from './units.ts'

/**
 * The continuous market: an order that arrives takes from the book and from the outside what reaches its price, rests,
 * and is filled there by the outside's prints. Its caller says when it is open; it knows no sessions, so that everything
 * about priority and liquidity stands in one place.
 */
export type ContinuousMatchingParts = Readonly<{
  book: OrderBook
  outside: OutsideMarket
  units: Units
  orders: OpenOrders
  terms: () => ImpactTerms
}>

export class ContinuousMatching {
  readonly #parts: ContinuousMatchingParts
  readonly #passive: PassiveMatching
  /** Resting orders that reach outside quotes which they could not take at once, and that try again. */
  readonly #taking = new Set<string>()

  constructor(parts: ContinuousMatchingParts) {
    this.#parts = parts
    this.#passive = new PassiveMatching(parts.book, parts.units)
  }

  /** True while something may be matched without a print: an order that tries again, or customers who cross and wait for the quote. */
  get needsEachStep(): boolean {
    const { book } = this.#parts
    const [bid, ask] = [book.best('buy'), book.best('sell')]
    return this.#taking.size > 0 || (bid !== null && ask !== null && bid.price >= ask.price)
  }

  isTaking = (order: RestingOrder): boolean => this.#taking.has(order.id)

  /** Announces and matches an order. */
  arrive(open: OpenOrder, now: Instant, session: Session): void {
    const { book, outside, orders } = this.#parts
    orders.announce(open, now)
    if (open.order.isForced === true) this.#endOwn(open, now)
    const fills: Fill[] = []
    const walk = new OutsideWalk(open.order.side, outside, book, now)
    const outcome = book.add(bookOrderOf(open), fills, walk, walk.quote)
    this.#executeAll(open, fills, walk, now, session)
    if (outcome === 'resting') this.#queueUp(open, now, true)
    else if (outcome === 'no-liquidity') orders.end(open, 'NO_LIQUIDITY', now)
    else if (outcome === 'self-trade') orders.end(open, 'SELF_TRADE', now)
  }

  /** Ends the orders of the account itself that a forced order would come to. */
  #endOwn({ order: { accountId, side }, worstPrice }: OpenOrder, now: Instant): void {
    const { book, orders } = this.#parts
    const own = [...book.orders(side === 'buy' ? 'sell' : 'buy')].filter((resting) => resting.accountId === accountId)
    for (const { id, price } of own) {
      const open = reaches(side, worstPrice, price) ? orders.get(id) : undefined
      if (open !== undefined) orders.end(open, 'SELF_TRADE', now)
    }
  }

  /** True when an order cannot have been resting, because it trades with the best of the other side at once. */
  matches({ order: { side }, worstPrice }: OpenOrder, now: Instant): boolean {
    const { book, outside } = this.#parts
    const opposite = book.best(side === 'buy' ? 'sell' : 'buy')
    return opposite !== null && matchPrice(side, worstPrice, opposite.price, outside.quote(now)) !== null
  }

  /**
   * Customers who rest beyond the quote and cross there wait for it (`docs/rules/matching.md` P.1). When it has come to them, the later
   * of the two arrives once more, so that neither trades past the other.
   */
  matchCrossed(now: Instant, session: Session): void {
    const { book, orders } = this.#parts
    for (;;) {
      const [bid, ask] = [book.best('buy')?.head ?? null, book.best('sell')?.head ?? null]
      if (bid === null || ask === null || bid.price < ask.price) return
      const pair = [orders.get(bid.id), orders.get(ask.id)].flatMap((open) => open ?? []).toSorted(byAcceptance)
      const later = pair[1]
      if (later === undefined) throw new Error(`the book holds an order that is not open: ${bid.id} or ${ask.id}`)
      if (!this.matches(later, now)) return
      book.cancel(later.order.orderId)
      this.arrive(later, now, session)
    }
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
    this.#executeAll(open, fills, walk, now, session)
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
    orders.execute(open, { price: resting.price, quantity, resting: true, at })
  }

  #executeAll(open: OpenOrder, fills: readonly Fill[], walk: OutsideWalk, now: Instant, session: Session): void {
    const { outside, orders, terms } = this.#parts
    const { quote, taken } = walk
    for (const { resting, price, quantity } of fills) {
      const other = resting === null ? undefined : orders.get(resting.id)
      if (other === undefined || quote === null) orders.execute(open, { price, quantity, resting: false, at: now })
      else orders.trade(other, open, { price, quantity, at: now, range: quote, isCall: false, movesPrice: true })
    }
    const signed = open.order.side === 'buy' ? taken : -taken
    if (taken > 0) outside.impact.add(signed, now, session.closesAt, terms())
  }
}
