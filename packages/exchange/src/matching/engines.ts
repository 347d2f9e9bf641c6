import { isFraction } from '@rueda/rules/fractions/fraction.ts'
import { boardStepOf, isOddLot } from '@rueda/rules/instruments/terms.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { addDays } from '../calendars/civil.ts'
import { InstrumentTable } from '../instrument-table.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { VenueOrder } from '../venue.ts'
import { InstrumentEngine } from './engine.ts'
import type { EventLog } from './event-log.ts'
import { FractionEngine } from './fraction-engine.ts'
import { OddLotEngine } from './odd-lot-engine.ts'
import type { OrderEngine } from './order-engine.ts'
import { OLDEST_ORDER_IN_DAYS, SplitWatch } from './split-watch.ts'

/** The books of a venue, made when the first order of each comes: a board per instrument, one for less than its lot, one for parts of shares. */
export class Engines {
  readonly #market: MarketOfVenue
  readonly #events: EventLog
  readonly #now: () => Instant
  readonly #instruments: InstrumentTable
  readonly #boards = new Map<string, InstrumentEngine>()
  readonly #oddLots = new Map<string, OddLotEngine>()
  readonly #fractions = new Map<string, FractionEngine>()

  constructor(market: MarketOfVenue, events: EventLog, now: () => Instant) {
    this.#market = market
    this.#events = events
    this.#now = now
    this.#instruments = new InstrumentTable(market)
  }

  /** The board that customers have traded on; undefined where nobody has. */
  board(instrumentId: string): InstrumentEngine | undefined {
    return this.#boards.get(instrumentId)
  }

  /** The book an order belongs to: a part of an order for lots is whole lots itself. Null for what is not listed. */
  of({ instrumentId, quantity }: VenueOrder): OrderEngine | null {
    const instrument = this.#instruments.get(instrumentId)
    if (instrument === undefined) return null
    if (isFraction(instrument, quantity)) return this.#fractionsOf(instrument)
    if (!isOddLot(instrument, quantity)) return this.#boardOf(instrument)
    const known = this.#oddLots.get(instrumentId)
    if (known !== undefined) return known
    const oddLots = new OddLotEngine(this.#partsOf(instrument, instrument.step), this.#now())
    this.#oddLots.set(instrumentId, oddLots)
    return oddLots
  }

  #boardOf(instrument: Instrument): InstrumentEngine {
    const known = this.#boards.get(instrument.id)
    if (known !== undefined) return known
    const board = new InstrumentEngine(this.#partsOf(instrument, boardStepOf(instrument)), this.#now())
    this.#boards.set(instrument.id, board)
    return board
  }

  /** Parts of shares are taken from the board's outside market, so that a board comes with them. */
  #fractionsOf(instrument: Instrument): FractionEngine {
    const known = this.#fractions.get(instrument.id)
    if (known !== undefined) return known
    const parts = this.#partsOf(instrument, boardStepOf(instrument))
    const fractions = new FractionEngine(parts, this.#boardOf(instrument), this.#now())
    this.#fractions.set(instrument.id, fractions)
    return fractions
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
    return { instrument, source: this.#market, events: this.#events, terms, splits }
  }

  #splitDates(instrumentId: string, tradeDate: CalendarDate): readonly CalendarDate[] {
    const actions = this.#market.corporateActions(instrumentId, addDays(tradeDate, -OLDEST_ORDER_IN_DAYS), tradeDate, this.#now())
    return actions.flatMap(({ kind, exDate }) => (kind === 'split' ? [exDate] : []))
  }
}
