import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { addDays } from '../calendars/civil.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import { Activity } from './activity.ts'
import type { InstrumentEngine } from './engine.ts'
import type { EventLog } from './event-log.ts'
import { InstrumentBooks } from './instrument-books.ts'
import { OLDEST_ORDER_IN_DAYS, SplitWatch } from './split-watch.ts'

/** The books of a venue, made when the first order of each instrument comes. */
export class Engines {
  readonly #market: MarketOfVenue
  readonly #events: EventLog
  readonly #now: () => Instant
  readonly #books = new Map<string, InstrumentBooks>()
  readonly #activities = new Map<string, Activity>()

  constructor(market: MarketOfVenue, events: EventLog, now: () => Instant) {
    this.#market = market
    this.#events = events
    this.#now = now
  }

  /** The board that customers have traded on; undefined where nobody has. */
  board(instrumentId: string): InstrumentEngine | null {
    return this.#books.get(instrumentId)?.board ?? null
  }

  /** What customers have traded; undefined where nobody has. */
  activity(instrumentId: string): Activity | undefined {
    return this.#activities.get(instrumentId)
  }

  of(instrument: Instrument): InstrumentBooks {
    const known = this.#books.get(instrument.id)
    return known ?? this.begin(instrument)
  }

  all(): Iterable<InstrumentBooks> {
    return this.#books.values()
  }

  /** Books without an order, in the place of those before; what was traded stays in sight. */
  begin(instrument: Instrument): InstrumentBooks {
    const books = new InstrumentBooks(instrument, (step) => this.#partsOf(instrument, step))
    this.#books.set(instrument.id, books)
    return books
  }

  end(instrumentId: string): void {
    this.#books.delete(instrumentId)
  }

  #partsOf(instrument: Instrument, step: bigint) {
    const { id, market } = instrument
    const terms = () => ({
      averageDailyVolume: Number(this.#market.averageDailyVolume(id) / step),
      dailyVolatility: this.#market.dailyVolatility(id),
    })
    const splits = new SplitWatch({
      upTo: (tradeDate) => this.#splitDates(id, tradeDate),
      acceptedOn: (moment) => this.#market.session(market, moment).tradeDate,
    })
    return { instrument, source: this.#market, events: this.#events, terms, splits, activity: this.#activityOf(id) }
  }

  #activityOf(instrumentId: string): Activity {
    const known = this.#activities.get(instrumentId) ?? new Activity()
    this.#activities.set(instrumentId, known)
    return known
  }

  #splitDates(instrumentId: string, tradeDate: CalendarDate): readonly CalendarDate[] {
    const actions = this.#market.corporateActions(instrumentId, addDays(tradeDate, -OLDEST_ORDER_IN_DAYS), tradeDate, this.#now())
    return actions.flatMap(({ kind, exDate }) => (kind === 'split' ? [exDate] : []))
  }
}
