import type { CloseOnly } from '@rueda/rules/instruments/close-only.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Quote, Session, VenueOrder } from '../venue.ts'
import type { SplitWatch } from './split-watch.ts'

/**
 * Takes the orders of one instrument off its market (`docs/rules/orders.md` D.2): a split ends those given in older shares, a
 * halt of more than a day ends all of them, and while it is open for closing only, those that would open end.
 */
export class Removals {
  readonly #splits: SplitWatch
  #closeOnly: CloseOnly | null = null
  #isLongHalted = false

  constructor(splits: SplitWatch) {
    this.#splits = splits
  }

  /** Notes what the market says of the instrument; true when that is new, and its orders have to be looked at. */
  look(quote: Quote | null, now: Instant): boolean {
    const closeOnly = quote?.closeOnly ?? null
    const isLongHalted = quote?.haltedSince !== undefined && now - quote.haltedSince >= DAY_MS
    const isNew = closeOnly !== this.#closeOnly || isLongHalted !== this.#isLongHalted
    this.#closeOnly = closeOnly
    this.#isLongHalted = isLongHalted
    return isNew
  }

  takes(order: VenueOrder, session: Session): boolean {
    if (this.#isLongHalted || (order.opens && this.#closeOnly !== null)) return true
    return this.#splits.endsOrder(order, session)
  }
}
