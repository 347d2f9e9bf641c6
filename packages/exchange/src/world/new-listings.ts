import { scaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import { type NewCompany, type NewListing, instrumentIdOf, newCompany } from '../catalogue/new-companies.ts'
import { daysOf } from '../calendars/civil.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import type { Quote } from '../venue.ts'

/**
 * The new companies that have come to the market (`docs/rules/ipo.md` E.1). A listing has its first price at the open of its first day; in
 * the hour before that, when the shares are with their owners already, what they were sold at stands as a reference.
 */
const REFERENCE_MS = HOUR_MS

type Arrival = Readonly<{ company: NewCompany; listing: NewListing; opensAt: Instant }>

export class NewListings {
  readonly #market: SimMarket
  readonly #byId = new Map<string, Arrival>()

  constructor(market: SimMarket) {
    this.#market = market
  }

  /** Returns the instruments that were not listed before. */
  list(listings: readonly NewListing[]): readonly Instrument[] {
    return listings.flatMap((listing) => {
      const company = newCompany(listing.number)
      const id = instrumentIdOf(company)
      const hours = this.#market.days.hoursOf(daysOf(listing.listedOn))
      if (this.#byId.has(id) || hours === null) return []
      this.#market.list({ ...company.company, listedOn: listing.listedOn, isNew: true })
      this.#byId.set(id, { company, listing, opensAt: hours.regular.opensAt })
      return [company.company.instrument]
    })
  }

  /** The quote before the first price; null for what has one, and for what is not new. */
  reference(id: string, now: Instant): Quote | null {
    const arrival = this.#byId.get(id)
    if (arrival === undefined || now < arrival.opensAt - REFERENCE_MS) return null
    const price = scaled(String(arrival.company.price))
    return {
      ...{ instrumentId: id, last: price, open: price, high: price, low: price, previousClose: price },
      ...{ bid: 0n, ask: 0n, bidQuantity: 0n, askQuantity: 0n, volume: 0n, turnover: 0n },
      phase: 'CLOSED',
      tradeDate: arrival.listing.listedOn,
      at: arrival.opensAt - REFERENCE_MS,
    }
  }
}
