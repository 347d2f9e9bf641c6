import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { addDays } from '../calendars/civil.ts'
import { createFuturesCalendar } from '../calendars/futures-calendar.ts'
import { contractsOn, futureRoots } from '../catalogue/futures.ts'
import type { BarRequest, Depth, Quote, Trade } from '../venue.ts'
import { type FutureParts, futureListing } from './future-listings.ts'
import type { Listing } from './listing.ts'

/**
 * The contract months there are. Those of the past stay known for the records that name them, those of more than a year
 * ahead are known before they are listed, and with each trade date the ones that have come into sight are added. A month
 * is quoted from the day it is listed to the end of its last trade date.
 */
const KNOWN_AHEAD_DAYS = 400
const A_MONTH = 28
/** Settlements look back a day or so; their lists are kept with today's. */
const DATES_KEPT = 4

export class FuturesBoard {
  /** Only ever grows. */
  readonly instruments: Instrument[] = []
  readonly #parts: FutureParts
  readonly #known = new Map<string, Instrument>()
  /** Made when somebody first asks for a month. */
  readonly #listings = new Map<string, Listing>()
  readonly #listedOn = new Map<CalendarDate, ReadonlySet<string>>()
  readonly #businessDays: Parameters<typeof contractsOn>[2]
  #seenUpTo: CalendarDate

  constructor(parts: FutureParts, since: CalendarDate, today: CalendarDate) {
    this.#parts = parts
    const { hoursOf } = createFuturesCalendar()
    this.#businessDays = { isTrading: (day) => hoursOf(day) !== null }
    this.#seenUpTo = since
    this.rollTo(today)
  }

  /** A new trade date brings new months into sight. */
  rollTo(tradeDate: CalendarDate): readonly Instrument[] {
    const end = addDays(tradeDate, KNOWN_AHEAD_DAYS)
    const before = this.instruments.length
    while (this.#seenUpTo < end) {
      const next = addDays(this.#seenUpTo, A_MONTH)
      this.#see(this.#seenUpTo)
      this.#seenUpTo = next < end ? next : end
    }
    return this.instruments.slice(before)
  }

  instrument(instrumentId: string): Instrument | undefined {
    return this.#known.get(instrumentId)
  }

  listing(instrumentId: string): Listing | undefined {
    const instrument = this.#known.get(instrumentId)
    if (instrument === undefined) return undefined
    const known = this.#listings.get(instrumentId) ?? this.#whileListed(futureListing(this.#parts, instrument))
    this.#listings.set(instrumentId, known)
    return known
  }

  quote(instrumentId: string, now: Instant): Quote | null {
    return this.#isListed(instrumentId, now) ? (this.listing(instrumentId)?.quote(now) ?? null) : null
  }

  #see(date: CalendarDate): void {
    for (const root of futureRoots) {
      for (const contract of contractsOn(root, date, this.#businessDays)) {
        if (this.#known.has(contract.id)) continue
        this.#known.set(contract.id, contract)
        this.instruments.push(contract)
      }
    }
  }

  #isListed(instrumentId: string, now: Instant): boolean {
    const { tradeDate } = this.#parts.markets.FUT.session('FUT', now)
    const listed = this.#listedOn.get(tradeDate) ?? this.#listOf(tradeDate)
    return listed.has(instrumentId)
  }

  #listOf(tradeDate: CalendarDate): ReadonlySet<string> {
    const listed = new Set(futureRoots.flatMap((root) => contractsOn(root, tradeDate, this.#businessDays).map(({ id }) => id)))
    this.#listedOn.set(tradeDate, listed)
    if (this.#listedOn.size > DATES_KEPT) this.#listedOn.delete(this.#listedOn.keys().next().value as CalendarDate)
    return listed
  }

  #whileListed(future: Listing): Listing {
    const { instrument, averageDailyVolume, dailyVolatility } = future
    const isListed = (now: Instant): boolean => this.#isListed(instrument.id, now)
    return {
      instrument,
      averageDailyVolume,
      dailyVolatility,
      quote: (now) => (isListed(now) ? future.quote(now) : null),
      depth: (levels: number, now: Instant): Depth | null => (isListed(now) ? future.depth(levels, now) : null),
      prints: (from: Instant, to: Instant): readonly Trade[] => (isListed(to) ? future.prints(from, to) : []),
      bars: (request: BarRequest, now: Instant) => future.bars(request, now),
      facts: (now) => future.facts(now),
      corporateActions: () => [],
    }
  }
}
