import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { type ExtendedHours, type ExtendedSession, extendedSessionAt } from '@rueda/rules/quotes/extended-hours.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { MarketOfVenue } from './sim-venue.ts'
import type { CalendarDay, Quote } from './venue.ts'

type Sessions = CalendarDay['sessions']
type Known = Readonly<{ tradeDate: CalendarDate; session: ExtendedSession; hours: ExtendedHours | null }>

/**
 * The regular closes beside a price of before the open or after the close (`docs/rules/quotes.md` P.11). They are read from the
 * day's bars, which every layer of the market has put in its own order, once per instrument and session.
 */
export class ExtendedPrices {
  readonly #market: Pick<MarketOfVenue, 'bars' | 'calendar'>
  readonly #known = new Map<string, Known>()
  readonly #days = new Map<MarketName, Readonly<{ date: CalendarDate; sessions: Sessions }>>()

  constructor(market: Pick<MarketOfVenue, 'bars' | 'calendar'>) {
    this.#market = market
  }

  /** The quote with its closes, where its price is not of the regular session. */
  over(quote: Quote, { market }: Instrument, now: Instant): Quote {
    if (!hasExtendedHours(market)) return quote
    const session = extendedSessionAt(this.#sessionsOf(market, quote.tradeDate), now)
    const extended = session === null ? null : this.#closesOf(quote, session, now)
    return extended === null ? quote : { ...quote, extended }
  }

  /** Other days are closed than before: a close may be another one. */
  forget(): void {
    this.#known.clear()
    this.#days.clear()
  }

  #sessionsOf(market: MarketName, date: CalendarDate): Sessions {
    const known = this.#days.get(market)
    if (known?.date === date) return known.sessions
    const sessions = this.#market.calendar(market, date, date)[0]?.sessions ?? []
    this.#days.set(market, { date, sessions })
    return sessions
  }

  #closesOf({ instrumentId, tradeDate }: Quote, session: ExtendedSession, now: Instant): ExtendedHours | null {
    const known = this.#known.get(instrumentId)
    if (known?.tradeDate === tradeDate && known.session === session) return known.hours
    const asked = { instrumentId, interval: 'day', until: now, limit: 1, hours: 'regular', adjust: 'split' } as const
    const series = this.#market.bars(asked, now)
    const close = series?.bars.at(-1)?.close
    const hours = series === null || close === undefined ? null : { session, close, closeBefore: series.previousClose }
    this.#known.set(instrumentId, { tradeDate, session, hours })
    return hours
  }
}

/** A market where orders for extended hours are taken; in the others a session after the close keeps the closing price. */
const hasExtendedHours = (market: MarketName): boolean => marketFacts[market].terms?.timesInForce.includes('EXT') ?? false
