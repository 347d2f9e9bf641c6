import { boardStepOf, isOddLot } from '@rueda/rules/instruments/terms.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { addDays } from '../calendars/civil.ts'
import { InstrumentTable } from '../instrument-table.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { VenueOrder } from '../venue.ts'
import { InstrumentEngine } from './engine.ts'
import type { EventLog } from './event-log.ts'
import { OddLotEngine } from './odd-lot-engine.ts'
import type { OrderEngine } from './order-engine.ts'
import { OLDEST_ORDER_IN_DAYS, SplitWatch } from './split-watch.ts'

/** The books of a venue, made when the first order of each comes: a board per instrument, and one for less than its lot. */
export class Engines {
  readonly #market: MarketOfVenue
  readonly #events: EventLog
  readonly #now: () => Instant
  readonly #instruments: InstrumentTable
  readonly #boards = new Map<string, InstrumentEngine>()
  readonly #oddLots = new Map<string, OddLotEngine>()

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
    const isOdd = isOddLot(instrument, quantity)
    const known = isOdd ? this.#oddLots.get(instrumentId) : this.#boards.get(instrumentId)
    if (known !== undefined) return known
    if (!isOdd) {
      const board = new InstrumentEngine(this.#partsOf(instrument, boardStepOf(instrument)), this.#now())
      this.#boards.set(instrumentId, board)
      return board
    }
    const oddLots = new OddLotEngine(this.#partsOf(instrument, instrument.step), this.#now())
    this.#oddLots.set(instrumentId, oddLots)
    return oddLots
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
