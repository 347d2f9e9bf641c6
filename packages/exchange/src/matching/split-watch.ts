import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Session, VenueOrder } from '../venue.ts'

/**
 * Watches one instrument for splits. An order that was given in the shares before one ends with them, whoever is there
 * to end it: its price and its quantity mean nothing any more (`docs/rules/orders.md` D.2).
 */
export type SplitDates = Readonly<{
  /** Ex-dates up to a trade date, as far back as an order can be old. */
  upTo: (tradeDate: CalendarDate) => readonly CalendarDate[]
  /** The date in whose shares an order of this moment was given. */
  acceptedOn: (moment: Instant) => CalendarDate
}>

/** The oldest order still at work is younger than this. */
export const OLDEST_ORDER_IN_DAYS = 100

export class SplitWatch {
  readonly #dates: SplitDates
  #known: Readonly<{ session: Session; dates: readonly CalendarDate[] }> | null = null

  constructor(dates: SplitDates) {
    this.#dates = dates
  }

  endsOrder({ acceptedAt }: VenueOrder, session: Session): boolean {
    if (acceptedAt >= session.opensAt) return false
    if (this.#known?.session !== session) this.#known = { session, dates: this.#dates.upTo(session.tradeDate) }
    const { dates } = this.#known
    if (dates.length === 0) return false
    const acceptedOn = this.#dates.acceptedOn(acceptedAt)
    return dates.some((date) => date > acceptedOn)
  }
}
