import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { boardStepOf } from '@rueda/rules/instruments/terms.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { OrderBook } from '../book/book.ts'
import type { QuantityIncrease, PriceSource, Quote, Session, Trade, VenueOrder } from '../venue.ts'
import type { Activity } from './activity.ts'
import { ContinuousMatching } from './continuous-matching.ts'
import { DayBand } from './day-band.ts'
import type { EventLog } from './event-log.ts'
import type { ImpactTerms } from './impact.ts'
import { type OpenOrder, byAcceptance, carried, openOrder, rests } from './open-order.ts'
import { OpenOrders } from './open-orders.ts'
import type { OrderEngine } from './order-engine.ts'
import { OutsideMarket } from './outside-market.ts'
import { ReleasedStops } from './released-stops.ts'
import { Removals } from './removals.ts'
import { SessionAuctions } from './session-auctions.ts'
import type { SplitWatch } from './split-watch.ts'
import { STEP_MS, stepFrom } from './steps.ts'
import { type Units, unitsOf } from './units.ts'

/**
 * The board of one instrument, which makes its prices. The engine passes orders and the time to the part that they concern.
 * While its market matches, orders stand in the book or are filled; outside of that they wait, and an auction opens the next
 * session.
 */
export type EngineParts = Readonly<{
  instrument: Instrument
  source: PriceSource
  events: EventLog
  /** Average daily volume in the book's own steps, and daily volatility as a ratio. */
  terms: () => ImpactTerms
  splits: SplitWatch
  /** What customers have traded here, on earlier days too. */
  activity: Activity
}>

export class InstrumentEngine implements OrderEngine {
  readonly instrument: Instrument
  readonly units: Units
  readonly book = new OrderBook()
  readonly outside: OutsideMarket
  readonly activity: Activity
  readonly #source: PriceSource
  readonly #removals: Removals
  readonly #orders: OpenOrders
  readonly #band: DayBand
  readonly #stops: ReleasedStops
  readonly #auctions: SessionAuctions
  readonly #continuous: ContinuousMatching
  /** Orders that match at this time of day: all, those for extended hours, or none (null). */
  #hours: 'regular' | 'extended' | null = null
  #seenTo: Instant
  #session: Session | null = null
  #quote: Quote | null = null

  constructor({ instrument, source, events, terms, splits, activity }: EngineParts, now: Instant) {
    const units = unitsOf(instrument, boardStepOf(instrument))
    const { book } = this
    const removals = new Removals(splits)
    const outside = new OutsideMarket(source, instrument.id, units)
    const orders = new OpenOrders({ instrument, units, events, removals, onLess: this.#leave, onGone: this.#remove, onTrade: this.#show })
    this.instrument = instrument
    this.units = units
    this.activity = activity
    this.outside = outside
    this.#source = source
    this.#removals = removals
    this.#orders = orders
    this.#band = new DayBand(instrument, units)
    this.#stops = new ReleasedStops(instrument, units, events)
    this.#auctions = new SessionAuctions({ instrument, units, orders, band: this.#band, outside, terms })
    this.#continuous = new ContinuousMatching({ book, outside, units, orders, terms })
    this.#seenTo = now
  }

  get hasOrders(): boolean {
    return this.#orders.size > 0
  }

  get quote(): Quote | null {
    return this.#quote
  }

  has(orderId: string): boolean {
    return this.#orders.has(orderId)
  }

  get(orderId: string): OpenOrder | undefined {
    return this.#orders.get(orderId)
  }

  /** True when customers have left nothing in this instrument that a quote would show. */
  isQuiet(tradeDate: CalendarDate, now: Instant): boolean {
    this.outside.consumed.sweep(now)
    return this.book.size === 0 && this.outside.consumed.empty && this.outside.impact.at(now) === 0 && this.activity.day(tradeDate) === null
  }

  submit(order: VenueOrder, now: Instant, session: Session): void {
    if (this.has(order.orderId)) return
    this.advance(now, session)
    const open = openOrder(order, this.units)
    if (open === null || this.instrument.quoteOnly) return this.#orders.refuse(order, 'SYSTEM', now)
    if (!this.#orders.enter(open, session, now)) return
    if (open.held) this.#stops.hold(open)
    else this.#meet(open, now, session)
    this.#meetReleased(now, session)
  }

  /** Takes off what the customer gives up; the order keeps its place. */
  reduce(orderId: string, by: bigint): void {
    const open = this.#orders.get(orderId)
    if (open !== undefined) this.#orders.reduce(open, this.units.quantity(by))
  }

  /** Adds to an order; a resting one goes to the end of its price, as every larger order does. */
  grow({ orderId, by, sequence }: QuantityIncrease, now: Instant, session: Session): void {
    const open = this.#orders.get(orderId)
    if (open === undefined || sequence <= open.knownTo) return
    this.advance(now, session)
    if (!this.has(orderId)) return
    open.knownTo = sequence
    open.remaining += this.units.quantity(by)
    if (this.book.cancel(orderId)) this.#continuous.arrive(open, now, session)
    this.#meetReleased(now, session)
  }

  cancel(orderId: string, now: Instant): boolean {
    const open = this.#orders.get(orderId)
    if (open === undefined) return false
    this.#orders.end(open, 'CANCELLED', now)
    return true
  }

  /** An order that was resting rests again, behind those that were before it, and nothing is executed for it now. */
  restore(order: VenueOrder, now: Instant, session: Session): void {
    const open = openOrder(order, this.units)
    if (open === null || open.held || !rests(order) || this.#continuous.matches(open, now)) return this.submit(order, now, session)
    if (this.has(order.orderId)) return
    this.advance(now, session)
    if (!this.#orders.enter(open, session, now)) return
    if (!this.#matches(open)) return this.#orders.wait(open)
    if (this.#waitsForBand(open)) return
    open.announced = true
    this.#continuous.rest(open, now)
  }

  /** Moves to `now`; the session is the one that holds at that moment. */
  advance(now: Instant, session: Session): void {
    if (this.#hours !== null && (this.book.size > 0 || this.#stops.size > 0) && now > this.#seenTo) this.#matchPrints(now)
    this.#seenTo = now
    if (this.#session !== null && session !== this.#session) this.#endCall(this.#session, session, now)
    const quote = this.#source.quote(this.instrument.id, now)
    if (this.#removals.look(quote, now) || session !== this.#session) this.#expire(session, now)
    const isNewDay = this.#session !== null && this.#session.tradeDate !== session.tradeDate
    this.#session = session
    this.#quote = quote
    this.#orders.market = { session, quote }
    const hours = quote === null || quote.phase === 'HALT' ? null : hoursOf(session)
    if (this.#hours !== null && hours !== this.#hours) this.#suspend()
    this.#hours = hours
    if (quote !== null && hours !== null) {
      if (isNewDay || this.#band.reachesAny(quote)) this.#standAnew(quote, now, session)
      if (this.#orders.hasWaiting) this.#letIn(quote, now, session)
      this.#continuous.matchCrossed(now, session)
      this.#continuous.retry(now, session)
    }
    if (hours === 'regular' && quote !== null) this.#stops.onQuote(quote, now)
    this.#meetReleased(now, session)
    this.#stops.tell(now)
  }

  nextStep(from: Instant, until: Instant): Instant {
    const next = Math.min(from + STEP_MS, until)
    if (this.#quote === null) return next
    // Everything waits, for another session or the end of a halt.
    if (this.#hours === null) return until
    if (this.#continuous.needsEachStep || this.#stops.needsEachStep || this.#band.hasAny) return next
    return this.#stops.size === 0 ? until : this.#nextRelease(from, until)
  }

  endDay(now: Instant, session: Session): readonly VenueOrder[] {
    if (this.#hours !== null && now > this.#seenTo) this.#matchPrints(now)
    this.#seenTo = now
    if (this.#session !== null) {
      this.#meetReleased(now, this.#session)
      this.#endCall(this.#session, session, now)
    }
    this.#orders.expire(session, now)
    this.#stops.tellAll(now)
    const open = this.#orders.all().toSorted(byAcceptance)
    return open.map((each) => carried(each, this.units, this.#stops.bestOf(each.order.orderId)))
  }

  /** The step at which the first print that lets a stop go is seen. */
  #nextRelease(from: Instant, until: Instant): Instant {
    const end = Math.min(until, from + LOOKED_AHEAD_MS)
    const print = this.#source.prints(this.instrument.id, from, end).find(({ price }) => this.#stops.reaches(price))
    return print === undefined ? end : Math.min(stepFrom(print.at), until)
  }

  #meet(open: OpenOrder, now: Instant, session: Session): void {
    if (!this.#matches(open)) this.#orders.wait(open)
    else if (!this.#waitsForBand(open)) this.#continuous.arrive(open, now, session)
  }

  /** True for an order amid a session that waits for a day whose band has its price; others are inside the band. */
  #waitsForBand = (open: OpenOrder): boolean => this.#quote !== null && this.#band.admit(open, this.#quote) === 'waits'

  /** Moves orders in, out or to the edge of a band that changes while the market goes on. */
  #standAnew(quote: Quote, now: Instant, session: Session): void {
    for (const open of this.#orders.all().toSorted(byAcceptance)) {
      const { orderId } = open.order
      const stoodAt = this.book.get(orderId) === null ? null : open.worstPrice
      if (stoodAt === null && !this.#band.has(orderId)) continue
      const waits = this.#band.admit(open, quote) === 'waits'
      if (!waits && open.worstPrice === stoodAt) continue
      this.book.cancel(orderId)
      this.#continuous.forget(orderId)
      if (!waits) this.#continuous.arrive(open, now, session)
    }
  }

  /** Only orders for extended hours trade in the thin market before and after the session. */
  #matches = ({ order }: OpenOrder): boolean => this.#hours === 'regular' || (this.#hours === 'extended' && order.timeInForce === 'EXT')

  #matchPrints(now: Instant): void {
    this.#continuous.matchPrints(this.#seenTo, now, ({ price, at }) => {
      if (this.#stops.size > 0) this.#noteTrade(price, at)
    })
  }

  #letIn(quote: Quote, now: Instant, session: Session): void {
    if (this.#hours === 'regular') {
      for (const open of this.#auctions.open(quote, now)) this.#settleIn(open, now, session)
      return
    }
    const waiting = this.#orders.waiting()
    const ready = waiting.filter(this.#matches)
    if (ready.length === 0) return
    this.#orders.onlyWaiting(waiting.filter((open) => !this.#matches(open)))
    for (const open of ready) this.#continuous.arrive(open, now, session)
  }

  /** After the auction: ends an order that cannot rest; the others go on in the continuous market. */
  #settleIn(open: OpenOrder, now: Instant, session: Session): void {
    if (rests(open.order) || open.order.timeInForce === 'FOK') this.#continuous.arrive(open, now, session)
    else this.#orders.end(open, 'NO_LIQUIDITY', now)
  }

  /** A call ends with the phase in which its orders gather. */
  #endCall(before: Session, session: Session, now: Instant): void {
    const closes = before.phase === 'AUCTION' && session.phase !== 'AUCTION'
    const isPriced = before.fixedPrice === true && session.fixedPrice !== true
    const quote = closes || isPriced ? this.#source.quote(this.instrument.id, now) : null
    if (quote === null || quote.phase === 'HALT') return
    if (closes) this.#auctions.close(quote, now)
    else this.#auctions.atClosingPrice(quote, now)
  }

  /** Everything goes back to waiting; an auction opens again. */
  #suspend(): void {
    this.#continuous.stop()
    this.#band.clear()
    for (const { order } of this.#orders.all()) this.book.cancel(order.orderId)
    this.#orders.allWait()
  }

  /** A trade of the regular session may trigger held orders; they enter the market when the engine has come to its end. */
  #noteTrade(price: bigint, at: Instant): void {
    if (this.#hours === 'regular') this.#stops.onTrade(price, at)
  }

  #meetReleased(now: Instant, session: Session): void {
    const isOpen = (orderId: string) => this.has(orderId)
    for (let open = this.#stops.next(isOpen); open !== null; open = this.#stops.next(isOpen)) this.#meet(open, now, session)
  }

  #expire(session: Session, now: Instant): void {
    this.#orders.expire(session, now)
    this.outside.impact.forgetBefore(now)
    this.outside.consumed.sweep(now)
  }

  #show = (trade: Trade, tradeDate: CalendarDate, movesPrice: boolean): void => {
    this.activity.record(trade, tradeDate, movesPrice)
    if (movesPrice) this.#noteTrade(trade.price, trade.at)
  }

  #leave = (orderId: string, remaining: number): void => void this.book.reduce(orderId, remaining)

  #remove = (orderId: string): void => {
    this.book.cancel(orderId)
    this.#continuous.forget(orderId)
    this.#band.forget(orderId)
    this.#stops.remove(orderId)
  }
}

/** Prints of so long a span are looked through at once. */
const LOOKED_AHEAD_MS = 10 * MINUTE_MS

/** The market before and after the session is another one than that of the session itself. */
const hoursOf = ({ matching, phase }: Session): 'regular' | 'extended' | null =>
  matching ? 'regular' : phase === 'PRE' || phase === 'POST' ? 'extended' : null
