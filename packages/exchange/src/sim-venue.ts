import type { BlockFacts } from '@rueda/rules/blocks/price.ts'
import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
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
import { InputLog } from './matching/input-log.ts'
import type { InstrumentBooks } from './matching/instrument-books.ts'
import type { OrderEngine } from './matching/order-engine.ts'
import { STEP_MS, stepAt, stepFrom } from './matching/steps.ts'
import { ExtendedPrices } from './extended-prices.ts'
import type { InputAct, VenueInput } from './inputs.ts'
import { InstrumentTable } from './instrument-table.ts'
import { MarketSessions } from './market-sessions.ts'
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
  Quote,
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
  readonly #inputs = new InputLog()
  /** Books with orders: the only ones that time has to move. */
  readonly #busy = new Set<InstrumentBooks>()
  readonly #engineOfOrder = new Map<string, OrderEngine>()
  readonly #sessions: MarketSessions
  readonly #instruments: InstrumentTable
  readonly #settlementTwap: SettlementTwap
  readonly #halts = new TradingHalts()
  readonly #extendedPrices: ExtendedPrices
  readonly #blockDesk: BlockDesk
  #now = Number.NEGATIVE_INFINITY
  /** The step that everything has come to. */
  #step = Number.NEGATIVE_INFINITY

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
    this.#sessions = new MarketSessions(
      market.instruments.map((instrument) => instrument.market),
      (name, moment) => this.#market.session(name, moment),
    )
    this.#blockDesk = new BlockDesk(events, {
      instrument: (id) => this.#instruments.get(id),
      quote: (id) => this.quote(id, this.#now),
      facts: (id) => blockFactsOf(this.#market.facts(id, this.#now)),
      session: (instrument) => this.#sessions.of(instrument.market),
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
    this.#moveTo(now)
    this.#enter(order, {
      put: (engine, session) => engine.submit(order, this.#now, session),
      act: (quote) => ({ kind: 'arrive', order, quote: quote === null ? null : { bid: quote.bid, ask: quote.ask, last: quote.last } }),
    })
    return this.#take()
  }

  cancel(orderId: string, now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    const block = this.#blockDesk.get(orderId)
    if (block !== undefined) this.#say(this.#instruments.get(block.instrumentId), { kind: 'cancel', orderId, accountId: block.accountId })
    this.#blockDesk.cancel(orderId)
    this.#onOpen(orderId, ({ order: { accountId } }, engine, session) => {
      engine.advance(this.#now, session)
      engine.cancel(orderId, this.#now)
      return { kind: 'cancel', orderId, accountId }
    })
    return this.#take()
  }

  reduce(orderId: string, by: bigint, now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    this.#onOpen(orderId, ({ order: { accountId } }, engine, session) => {
      engine.advance(this.#now, session)
      engine.reduce(orderId, by)
      return { kind: 'reduce', orderId, accountId, by }
    })
    return this.#take()
  }

  grow(increase: QuantityIncrease, now: Instant): readonly VenueEvent[] {
    const { orderId, by, sequence } = increase
    this.#moveTo(now)
    this.#onOpen(orderId, ({ order: { accountId }, knownTo }, engine, session) => {
      if (sequence <= knownTo) return null
      engine.grow(increase, this.#now, session)
      return { kind: 'grow', orderId, accountId, by }
    })
    return this.#take()
  }

  restore(orders: readonly VenueOrder[], now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    for (const order of orders.toSorted((a, b) => a.acceptedAt - b.acceptedAt)) this.#restore(order)
    return this.#take()
  }

  /** Sets the stops from now on; fills until this very moment stand. */
  setHalts(standing: readonly TradingHalt[], now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    const concerned = this.#inputs.setHalts(standing, this.#now).map((instrument) => this.#engines.of(instrument))
    this.#look(concerned)
    this.#halts.set(standing)
    this.#look(concerned)
    return this.#take()
  }

  /** Publishes the events of the day before first; orders for a day that does not come end at once. */
  closeDays(closed: readonly ClosedDay[], now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    this.#look(this.#engines.all())
    this.#inputs.closeDays(closed, this.#now)
    this.#changing.closeDays(closed)
    this.#extendedPrices.forget()
    this.#lookAtSessions()
    this.#look(this.#engines.all())
    return this.#take()
  }

  takeInputs(): readonly VenueInput[] {
    return this.#inputs.take()
  }

  listNew(listings: readonly NewListing[]): void {
    this.#changing.list(listings)
    this.#inputs.list(listings)
  }

  quote(instrumentId: string, now: Instant) {
    const engine = this.#engines.board(instrumentId)
    const quote = engine === null ? this.#market.quote(instrumentId, now) : displayedQuote(engine, this.#market, now)
    const instrument = this.#instruments.get(instrumentId)
    if (quote === null || instrument === undefined) return quote
    const inPhase = inPhaseOf(quote, this.#market.session(instrument.market, now))
    return this.#extendedPrices.over(inPhase, instrument, now)
  }

  depth(instrumentId: string, levels: number, now: Instant) {
    const engine = this.#engines.board(instrumentId)
    return engine === null ? this.#market.depth(instrumentId, levels, now) : displayedDepth(engine, this.#market, levels, now)
  }

  trades(instrumentId: string, limit: number, now: Instant) {
    const trades = displayedTrades(this.#engines.activity(instrumentId), this.#market, instrumentId, limit, now)
    const blocks = this.#blockDesk.prints(instrumentId)
    return blocks.length === 0 ? trades : [...blocks, ...trades].toSorted((a, b) => b.at - a.at).slice(0, limit)
  }

  bars(request: BarRequest, now: Instant) {
    const activity = this.#engines.activity(request.instrumentId)
    const bars = (asked: BarRequest, moment: Instant) => this.#market.bars(asked, moment)
    return activity === undefined ? bars(request, now) : displayedBars(activity, bars, request, now)
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

  #restore(order: VenueOrder): void {
    this.#enter(order, {
      put: (engine, session) => engine.restore(order, this.#now, session),
      act: () => ({ kind: 'restore', order }),
    })
  }

  #enter(order: VenueOrder, { put, act }: Entering): void {
    const { orderId, accountId } = order
    const instrument = this.#instruments.get(order.instrumentId)
    if (instrument === undefined) return void this.#events.add({ kind: 'ended', orderId, accountId, reason: 'SYSTEM', at: this.#now })
    if (order.block !== undefined) {
      this.#say(instrument, act(this.#market.quote(instrument.id, this.#now)))
      return this.#blockDesk.submit(order, this.#now)
    }
    const books = this.#engines.of(instrument)
    const engine = books.of(order, this.#now)
    if (engine.has(orderId)) return
    put(engine, this.#sessions.of(instrument.market))
    this.#say(instrument, act(engine.quote))
    this.#engineOfOrder.set(orderId, engine)
    this.#busy.add(books)
  }

  /** Acts on an order that is open in its engine; what is not there any more moves nothing, and is nothing that reached it. */
  #onOpen(orderId: string, act: (open: Opened, engine: OrderEngine, session: Session) => InputAct | null): void {
    const engine = this.#engineOfOrder.get(orderId)
    const open = engine?.get(orderId)
    if (engine === undefined || open === undefined) return
    const said = act(open, engine, this.#sessions.of(engine.instrument.market))
    if (said !== null) this.#say(engine.instrument, said)
  }

  #say(instrument: Instrument | undefined, act: InputAct): void {
    if (instrument === undefined) return
    this.#inputs.add({ instrument, tradeDate: this.#sessions.of(instrument.market).tradeDate, at: this.#now }, act)
  }

  /** Makes up every step until the last one up to a moment. What changes in between is seen at its step. */
  #moveTo(now: Instant): void {
    const end = stepAt(now)
    if (this.#step === Number.NEGATIVE_INFINITY) {
      this.#step = end
      this.#lookAtSessions()
    }
    while (this.#step < end) this.#walkTo(this.#nextStep(end))
    this.#now = Math.max(this.#now, now)
  }

  /** The next step at which more may change than one instrument. */
  #nextStep(end: Instant): Instant {
    const next = this.#step + STEP_MS
    if (next >= end || this.#blockDesk.isNegotiating) return next
    const changes = this.#sessions.changesAt().map(stepFrom)
    return Math.min(end, ...changes.filter((step) => step > this.#step))
  }

  #walkTo(step: Instant): void {
    const from = this.#step
    if (step - from > STEP_MS)
      for (const books of this.#busy) books.walk(from, step, this.#sessions.of(books.instrument.market), this.#interruptions(books, step))
    this.#step = step
    this.#now = step
    const begun = this.#lookAtSessions()
    for (const books of this.#busy) {
      if (!begun.has(books.instrument.market)) books.advance(step, this.#sessions.of(books.instrument.market))
      if (!books.hasOrders) this.#busy.delete(books)
    }
    this.#blockDesk.advance(step)
  }

  /** The steps at which a pause, a halt or a closing of the instrument begins or ends, before one step. */
  #interruptions({ instrument }: InstrumentBooks, before: Instant): readonly Instant[] {
    const moments = this.#market.interruptions?.([instrument.id], this.#step, before) ?? []
    const own = [...moments, ...this.#halts.moments(instrument, this.#step, before)].map(stepFrom)
    return [...new Set(own)].filter((step) => step < before).toSorted((a, b) => a - b)
  }

  /** Looks at books in the midst of a step. */
  #look(all: Iterable<InstrumentBooks>): void {
    for (const books of [...all]) {
      books.advance(this.#now, this.#sessions.of(books.instrument.market))
      this.#blockDesk.lookAt(books.instrument.id, this.#now)
    }
  }

  /** Returns the markets that have begun a new day. */
  #lookAtSessions(): ReadonlySet<MarketName> {
    const begun = new Set<MarketName>()
    for (const { market, session, before } of this.#sessions.look(this.#step)) {
      this.#events.add({ kind: 'session', market, session, at: this.#step })
      if (before.tradeDate === session.tradeDate) continue
      begun.add(market)
      this.#beginDay(market, session)
    }
    return begun
  }

  /** Every day has books of its own, which begin with the orders that are open: so that a day can be run again by itself. */
  #beginDay(market: MarketName, session: Session): void {
    this.#inputs.endDay(market)
    for (const books of [...this.#engines.all()].filter(({ instrument }) => instrument.market === market)) {
      const { instrument } = books
      const open = books.endDay(this.#now, session)
      this.#busy.delete(books)
      this.#engines.end(instrument.id)
      for (const order of open) this.#restore(order)
    }
    // The desk keeps its own from one day to the next.
    for (const order of this.#blockDesk.negotiating(market))
      this.#say(this.#instruments.get(order.instrumentId), { kind: 'restore', order })
  }
}

type Opened = Readonly<{ order: VenueOrder; knownTo: number }>
type Entering = Readonly<{
  put: (engine: OrderEngine, session: Session) => void
  act: (quote: Quote | null) => InputAct
}>

/** What the desk prices by, as it is published; null where the instrument has no usual day. */
const blockFactsOf = (facts: CompanyFacts | null): BlockFacts | null =>
  facts === null || facts.averageVolume30 <= 0n ? null : { averageVolume: facts.averageVolume30, dailyVolatility: facts.dailyVolatility }
