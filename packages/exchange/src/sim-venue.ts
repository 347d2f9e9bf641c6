import type { BlockFacts } from '@rueda/rules/blocks/price.ts'
import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { NewListing } from './catalogue/new-companies.ts'
import { TradingHalts } from './interruptions/trading-halts.ts'
import { BlockDesk } from './matching/block-desk.ts'
import { displayedBars } from './matching/displayed-bars.ts'
import { displayedDepth, displayedQuote, displayedTrades, inPhaseOf } from './matching/displayed-market.ts'
import { Engines } from './matching/engines.ts'
import { EventLog } from './matching/event-log.ts'
import type { OrderEngine } from './matching/order-engine.ts'
import { ExtendedPrices } from './extended-prices.ts'
import { InstrumentTable } from './instrument-table.ts'
import { overrideMarket } from './override-market.ts'
import { SettlementTwap } from './settlement-twap.ts'
import type {
  BarRequest,
  BarSeries,
  CalendarDay,
  CompanyFacts,
  DayCommitment,
  QuantityIncrease,
  PriceSource,
  Session,
  Venue,
  VenueEvent,
  VenueOrder,
} from './venue.ts'

/**
 * The simulated market as a venue: prices and depth come from the simulated price source, orders match in the engines of
 * their instrument. Only instruments with orders cost anything as time goes by.
 */
export interface MarketOfVenue extends PriceSource {
  bars(request: BarRequest, now: Instant): BarSeries | null
  facts(instrumentId: string, now: Instant): CompanyFacts | null
  calendar(market: MarketName, from: CalendarDate, to: CalendarDate): readonly CalendarDay[]
  corporateActions(instrumentId: string, from: CalendarDate, to: CalendarDate, now: Instant): readonly CorporateAction[]
  commitments(now: Instant, since?: CalendarDate | null): readonly DayCommitment[]
  /** When a pause or halt of these instruments begins or ends in (from, to], oldest first. */
  interruptions?(instrumentIds: Iterable<string>, from: Instant, to: Instant): readonly Instant[]
  /** In units of 10^-8, like every quantity. */
  averageDailyVolume(instrumentId: string): bigint
  /** The usual standard deviation of a day's return: 0.018 for 1.8 %. */
  dailyVolatility(instrumentId: string): number
}

export type SimVenueSettings = Readonly<{
  /** The number of the first event; a venue that starts again goes on after the last one it gave out. */
  firstSequence?: number
  /** Closes days of the market; left out where the market cannot be closed. */
  closeDays?: (closed: readonly ClosedDay[]) => void
  /** Lists new companies; left out where the market cannot. */
  list?: (listings: readonly NewListing[]) => void
}>

export function createSimVenue(
  market: MarketOfVenue,
  { firstSequence = 1, closeDays = () => {}, list = () => {} }: SimVenueSettings = {},
): Venue {
  return new SimVenue(market, new EventLog(firstSequence), { closeDays, list })
}

type Changing = Required<Pick<SimVenueSettings, 'closeDays' | 'list'>>

class SimVenue implements Venue {
  readonly label = 'SIM'
  readonly #market: MarketOfVenue
  readonly #events: EventLog
  readonly #changing: Changing
  readonly #engines: Engines
  /** Engines with orders: the only ones that time has to move. */
  readonly #busy = new Set<OrderEngine>()
  readonly #engineOfOrder = new Map<string, OrderEngine>()
  readonly #sessions = new Map<MarketName, Session>()
  readonly #instruments: InstrumentTable
  readonly #markets: ReadonlySet<MarketName>
  readonly #settlementTwap: SettlementTwap
  readonly #halts = new TradingHalts()
  readonly #extendedPrices: ExtendedPrices
  readonly #blockDesk: BlockDesk
  #now = Number.NEGATIVE_INFINITY

  constructor(market: MarketOfVenue, events: EventLog, changing: Changing) {
    this.#changing = changing
    this.#instruments = new InstrumentTable(market)
    this.#market = overrideMarket(market, {
      quote: (id, moment) => this.#halts.over(market.quote(id, moment), this.#instruments.get(id), moment),
      interruptions: (ids, from, to) => market.interruptions?.(ids, from, to) ?? [],
    })
    this.#events = events
    this.#engines = new Engines(this.#market, events, () => this.#now)
    this.#extendedPrices = new ExtendedPrices(market)
    this.#settlementTwap = new SettlementTwap((id, moment) => market.quote(id, moment))
    this.#markets = new Set(market.instruments.map((instrument) => instrument.market))
    this.#blockDesk = new BlockDesk(events, {
      instrument: (id) => this.#instruments.get(id),
      quote: (id) => this.quote(id, this.#now),
      facts: (id) => blockFactsOf(this.#market.facts(id, this.#now)),
      session: (instrument) => this.#sessionOf(instrument.market),
    })
  }

  get instruments() {
    return this.#market.instruments
  }

  advance(now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    return this.#take()
  }

  submit(order: VenueOrder, now: Instant): readonly VenueEvent[] {
    this.#moveToSessionOf(now)
    this.#enter(order, (engine, session) => engine.submit(order, this.#now, session))
    return this.#take()
  }

  cancel(orderId: string, now: Instant): readonly VenueEvent[] {
    this.#moveToSessionOf(now)
    const engine = this.#engineOfOrder.get(orderId)
    if (engine !== undefined) {
      engine.advance(this.#now, this.#sessionOf(engine.instrument.market))
      engine.cancel(orderId, this.#now)
    }
    this.#blockDesk.cancel(orderId)
    return this.#take()
  }

  reduce(orderId: string, by: bigint, now: Instant): readonly VenueEvent[] {
    this.#moveToSessionOf(now)
    const engine = this.#engineOfOrder.get(orderId)
    if (engine !== undefined) {
      engine.advance(this.#now, this.#sessionOf(engine.instrument.market))
      engine.reduce(orderId, by)
    }
    return this.#take()
  }

  grow(increase: QuantityIncrease, now: Instant): readonly VenueEvent[] {
    this.#moveToSessionOf(now)
    const engine = this.#engineOfOrder.get(increase.orderId)
    if (engine !== undefined) engine.grow(increase, this.#now, this.#sessionOf(engine.instrument.market))
    return this.#take()
  }

  restore(orders: readonly VenueOrder[], now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    for (const order of orders.toSorted((a, b) => a.acceptedAt - b.acceptedAt)) {
      this.#enter(order, (engine, session) => engine.restore(order, this.#now, session))
    }
    return this.#take()
  }

  /** Sets the stops from now on; fills until this very moment stand. */
  setHalts(standing: readonly TradingHalt[], now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    this.#halts.set(standing)
    this.#step(this.#now)
    return this.#take()
  }

  /** Publishes the events of the day before first; orders for a day that does not come end at once. */
  closeDays(closed: readonly ClosedDay[], now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    this.#changing.closeDays(closed)
    this.#extendedPrices.forget()
    this.#step(this.#now)
    return this.#take()
  }

  listNew(listings: readonly NewListing[]): void {
    this.#changing.list(listings)
  }

  quote(instrumentId: string, now: Instant) {
    const engine = this.#engines.board(instrumentId)
    const quote = engine === undefined ? this.#market.quote(instrumentId, now) : displayedQuote(engine, this.#market, now)
    const instrument = this.#instruments.get(instrumentId)
    if (quote === null || instrument === undefined) return quote
    const inPhase = inPhaseOf(quote, this.#market.session(instrument.market, now))
    return this.#extendedPrices.over(inPhase, instrument, now)
  }

  depth(instrumentId: string, levels: number, now: Instant) {
    const engine = this.#engines.board(instrumentId)
    return engine === undefined ? this.#market.depth(instrumentId, levels, now) : displayedDepth(engine, this.#market, levels, now)
  }

  trades(instrumentId: string, limit: number, now: Instant) {
    const trades = displayedTrades(this.#engines.board(instrumentId) ?? null, this.#market, instrumentId, limit, now)
    const blocks = this.#blockDesk.prints(instrumentId)
    return blocks.length === 0 ? trades : [...blocks, ...trades].toSorted((a, b) => b.at - a.at).slice(0, limit)
  }

  bars(request: BarRequest, now: Instant) {
    const engine = this.#engines.board(request.instrumentId)
    const bars = (asked: BarRequest, moment: Instant) => this.#market.bars(asked, moment)
    return engine === undefined ? bars(request, now) : displayedBars(engine, bars, request, now)
  }

  meanMid(instrumentId: string, moment: Instant, now: Instant) {
    return moment > now ? null : this.#settlementTwap.before(instrumentId, moment)
  }

  facts(instrumentId: string, now: Instant) {
    return this.#market.facts(instrumentId, now)
  }

  session(market: MarketName, now: Instant) {
    return this.#market.session(market, now)
  }

  calendar(market: MarketName, from: CalendarDate, to: CalendarDate) {
    return this.#market.calendar(market, from, to)
  }

  corporateActions(instrumentId: string, from: CalendarDate, to: CalendarDate, now: Instant) {
    return this.#market.corporateActions(instrumentId, from, to, now)
  }

  commitments(now: Instant, since: CalendarDate | null = null) {
    return this.#market.commitments(now, since)
  }

  /** Hands over the events, and forgets where the orders were that have ended by them. */
  #take(): readonly VenueEvent[] {
    const events = this.#events.take()
    for (const event of events) {
      if (event.kind !== 'execution' && event.kind !== 'ended') continue
      if (this.#engineOfOrder.get(event.orderId)?.has(event.orderId) === false) this.#engineOfOrder.delete(event.orderId)
    }
    return events
  }

  #enter(order: VenueOrder, put: (engine: OrderEngine, session: Session) => void): void {
    if (order.block !== undefined) {
      this.#blockDesk.submit(order, this.#now)
      return
    }
    const engine = this.#engines.of(order)
    if (engine === null) {
      const { orderId, accountId } = order
      this.#events.add({ kind: 'ended', orderId, accountId, reason: 'SYSTEM', at: this.#now })
      return
    }
    put(engine, this.#sessionOf(engine.instrument.market))
    this.#engineOfOrder.set(order.orderId, engine)
    this.#busy.add(engine)
  }

  /** A change of session concerns every order, not only the one at hand. */
  #moveToSessionOf(now: Instant): void {
    const changed = [...this.#sessions.values()].some((session) => session.changesAt <= now)
    if (changed || this.#sessions.size === 0) this.#moveTo(now)
    else this.#now = Math.max(this.#now, now)
  }

  /** Goes from one change of session, pause or halt to the next, so that each is seen at its own moment. */
  #moveTo(now: Instant): void {
    const interruptions = this.#interruptionsUpTo(now)
    for (;;) {
      const changes = [...this.#sessions.values()].map((session) => session.changesAt)
      const next = Math.min(...[...changes, ...interruptions, this.#blockDesk.nextEnd].filter((at) => at > this.#now))
      if (next >= now) break
      this.#step(next)
    }
    this.#step(Math.max(this.#now, now))
  }

  /** Only what has orders has to stop for them. */
  #interruptionsUpTo(now: Instant): readonly Instant[] {
    if (this.#busy.size === 0 || this.#market.interruptions === undefined) return []
    const ids = [...this.#busy].map((engine) => engine.instrument.id)
    return this.#market.interruptions(ids, this.#now, now)
  }

  #step(now: Instant): void {
    this.#now = now
    this.#lookAtSessions()
    for (const engine of this.#busy) {
      engine.advance(now, this.#sessionOf(engine.instrument.market))
      if (!engine.hasOrders) this.#busy.delete(engine)
    }
    this.#blockDesk.advance(now)
  }

  #lookAtSessions(): void {
    for (const market of this.#markets) {
      const session = this.#market.session(market, this.#now)
      const before = this.#sessions.get(market)
      if (before !== undefined && isSame(before, session)) continue
      this.#sessions.set(market, session)
      if (before !== undefined) this.#events.add({ kind: 'session', market, session, at: this.#now })
    }
  }

  #sessionOf(market: MarketName): Session {
    const session = this.#sessions.get(market)
    if (session === undefined) throw new Error(`no session of the market ${market}`)
    return session
  }
}

/** What the desk prices by, as it is published; null where the instrument has no usual day. */
const blockFactsOf = (facts: CompanyFacts | null): BlockFacts | null =>
  facts === null || facts.averageVolume30 <= 0n ? null : { averageVolume: facts.averageVolume30, dailyVolatility: facts.dailyVolatility }

/** The engines compare sessions by identity, so one that says the same stays the one it was. */
const isSame = (a: Session, b: Session): boolean =>
  a.phase === b.phase &&
  a.tradeDate === b.tradeDate &&
  a.matching === b.matching &&
  a.closesAt === b.closesAt &&
  a.changesAt === b.changesAt
