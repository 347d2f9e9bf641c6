import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Quote } from '../venue.ts'
import { callAuction } from './call-auction.ts'
import { collarOf, executeCall } from './call-trades.ts'
import type { DayBand } from './day-band.ts'
import type { ImpactTerms } from './impact.ts'
import { type OpenOrder, rests } from './open-order.ts'
import type { OpenOrders } from './open-orders.ts'
import { entriesAt, openingAuction, outsideAt, selfCrossing, withoutSiblings } from './opening-auction.ts'
import type { OutsideMarket } from './outside-market.ts'
import type { Units } from './units.ts'

/**
 * The calls of a session: the one that opens it, the one that ends it, and the one at the closing price after it.
 * They look at nothing but the waiting orders and the outside's last price, and know nothing of the book that the market
 * goes on with.
 */
export type SessionAuctionsParts = Readonly<{
  instrument: Instrument
  units: Units
  orders: OpenOrders
  band: DayBand
  outside: OutsideMarket
  terms: () => ImpactTerms
}>

export class SessionAuctions {
  readonly #parts: SessionAuctionsParts

  constructor(parts: SessionAuctionsParts) {
    this.#parts = parts
  }

  /** Opens a session, or opens it again, and gives back what goes on in the continuous market; nothing waits for a call any more. */
  open(quote: Quote, now: Instant): readonly OpenOrder[] {
    const { orders } = this.#parts
    const left = this.#meet(this.#letIn(quote, now), quote, now)
    orders.onlyWaiting([])
    return left
  }

  /** Ends a session: what cannot rest has had its chance, the others wait. */
  close(quote: Quote, now: Instant): void {
    const { orders } = this.#parts
    for (const open of this.#meet(this.#letIn(quote, now), quote, now)) if (!rests(open.order)) orders.end(open, 'NO_LIQUIDITY', now)
    orders.onlyWaiting(orders.waiting())
  }

  /** After a session: orders that accept its closing price trade at it, in the order of their time; the outside comes last. */
  atClosingPrice(quote: Quote, now: Instant): void {
    const { units, orders, terms } = this.#parts
    const price = units.price(quote.last)
    const willing = entriesAt(price, withoutSiblings(this.#letIn(quote, now)))
    const crossing = new Set(selfCrossing(willing.flatMap(({ open }) => open ?? [])))
    for (const open of crossing) orders.end(open, 'SELF_TRADE', now)
    const entries = willing.filter(({ open }) => open !== null && !crossing.has(open))
    const collar = { low: price, high: price }
    const result = callAuction([...entries, ...outsideAt(price, terms().averageDailyVolume)], { reference: price, collar })
    if (result !== null) executeCall(orders, result, { collar, quote: null, at: now })
  }

  /** The waiting orders that the day's band has a place for; they are announced as working. */
  #letIn(quote: Quote, now: Instant): readonly OpenOrder[] {
    const { band, orders } = this.#parts
    const admitted: OpenOrder[] = []
    for (const open of orders.waiting()) {
      const admission = band.admit(open, quote)
      if (admission === 'refused') orders.end(open, 'OUTSIDE_BAND', now)
      if (admission === 'works') admitted.push(open)
    }
    for (const open of admitted) orders.announce(open, now)
    return admitted
  }

  /** One call of these orders; gives back what is open after it. */
  #meet(meeting: readonly OpenOrder[], quote: Quote, now: Instant): readonly OpenOrder[] {
    const { instrument, units, orders, outside, terms } = this.#parts
    const stillOpen = () => meeting.filter(({ order }) => orders.has(order.orderId))
    for (const open of selfCrossing(meeting)) orders.end(open, 'SELF_TRADE', now)
    const reference = units.price(quote.last)
    const { averageDailyVolume } = terms()
    const collar = collarOf(instrument, quote, units)
    const opening = { reference, collar, tick: units.tickAt(reference), averageDailyVolume }
    const result = openingAuction(withoutSiblings(stillOpen()), opening)
    if (result !== null) executeCall(orders, result, { collar, quote: outside.quote(now), at: now })
    return stillOpen()
  }
}
