import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { nextCallAfter, oddLotHoursOf } from '@rueda/rules/orders/odd-lot-calls.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { QuantityIncrease, PriceSource, Quote, Session, VenueOrder } from '../venue.ts'
import { callAuction } from './call-auction.ts'
import { collarOf, executeCall } from './call-trades.ts'
import { DayBand } from './day-band.ts'
import type { EngineParts } from './engine.ts'
import type { ImpactTerms } from './impact.ts'
import { OddLotInterruption } from './odd-lot-interruption.ts'
import { OddLotOutside } from './odd-lot-outside.ts'
import { type OpenOrder, byAcceptance, carried, openOrder } from './open-order.ts'
import { OpenOrders } from './open-orders.ts'
import { type AuctionEntry, entryOf, selfCrossing } from './opening-auction.ts'
import type { OrderEngine } from './order-engine.ts'
import { Removals } from './removals.ts'
import { STEP_MS } from './steps.ts'
import { type Units, unitsOf } from './units.ts'

/**
 * The book for less than a lot (`docs/rules/taiwan.md` B.3): orders gather and are matched in calls at fixed moments, each at one
 * price and in price–time order. It never trades with the board. What is traded here is shown nowhere: quote, trades and
 * bars are the board's.
 */
export class OddLotEngine implements OrderEngine {
  readonly instrument: Instrument
  readonly #units: Units
  readonly #source: PriceSource
  readonly #terms: () => ImpactTerms
  readonly #removals: Removals
  readonly #orders: OpenOrders
  readonly #band: DayBand
  readonly #outside: OddLotOutside
  readonly #interruption: OddLotInterruption
  readonly #callEveryMs: number
  /** Orders that a call has seen: at their price they stand before what the outside has there now. */
  readonly #seen = new Set<string>()
  #seenTo: Instant
  #session: Session | null = null

  constructor({ instrument, source, events, terms, splits }: EngineParts, now: Instant) {
    this.instrument = instrument
    this.#units = unitsOf(instrument, instrument.step)
    this.#source = source
    this.#terms = terms
    this.#removals = new Removals(splits)
    this.#band = new DayBand(instrument, this.#units)
    this.#orders = new OpenOrders({
      instrument,
      units: this.#units,
      events,
      removals: this.#removals,
      onLess: () => undefined,
      onGone: (orderId) => {
        this.#seen.delete(orderId)
        this.#band.forget(orderId)
      },
      onTrade: () => undefined,
    })
    this.#outside = new OddLotOutside(source, instrument.id, this.#units)
    this.#interruption = new OddLotInterruption(instrument.market)
    this.#callEveryMs = tradedTermsOf(instrument.market).lots.odd?.callEveryMs ?? 0
    this.#seenTo = now
  }

  get hasOrders(): boolean {
    return this.#orders.size > 0
  }

  get quote(): Quote | null {
    return this.#orders.market?.quote ?? null
  }

  has(orderId: string): boolean {
    return this.#orders.has(orderId)
  }

  get(orderId: string): OpenOrder | undefined {
    return this.#orders.get(orderId)
  }

  submit(order: VenueOrder, now: Instant, session: Session): void {
    this.#enter(order, now, session)
  }

  reduce(orderId: string, by: bigint): void {
    const open = this.#orders.get(orderId)
    if (open !== undefined) this.#orders.reduce(open, this.#units.quantity(by))
  }

  /** More of the same shares; it stands at the end of its price. */
  grow({ orderId, by, sequence }: QuantityIncrease, now: Instant, session: Session): void {
    this.advance(now, session)
    const open = this.#orders.get(orderId)
    if (open === undefined || sequence <= open.knownTo) return
    open.knownTo = sequence
    open.remaining += this.#units.quantity(by)
    this.#seen.delete(orderId)
    this.#orders.onlyWaiting([...this.#orders.waiting().filter((other) => other !== open), open])
  }

  cancel(orderId: string, now: Instant): boolean {
    const open = this.#orders.get(orderId)
    if (open === undefined) return false
    this.#orders.end(open, 'CANCELLED', now)
    return true
  }

  /** An order that gathered before gathers again; it keeps its place before the outside. */
  restore(order: VenueOrder, now: Instant, session: Session): void {
    if (this.#enter(order, now, session)) this.#seen.add(order.orderId)
  }

  /** Holds every call up to `now`, each at its own moment and by the session it belongs to. */
  advance(now: Instant, session: Session): void {
    if (this.#session !== null) this.#holdCalls(this.#session, now)
    this.#seenTo = now
    const quote = this.#source.quote(this.instrument.id, now)
    if (this.#removals.look(quote, now) || session !== this.#session) this.#orders.expire(session, now)
    this.#session = session
    this.#orders.market = { session, quote }
    if (session.matching && quote !== null) this.#welcome(quote, now)
  }

  /** Calls are held at their own moments, however far it is moved. */
  nextStep(from: Instant, until: Instant): Instant {
    return this.quote === null ? Math.min(from + STEP_MS, until) : until
  }

  endDay(now: Instant, session: Session): readonly VenueOrder[] {
    if (this.#session !== null) this.#holdCalls(this.#session, now)
    this.#seenTo = now
    this.#orders.expire(session, now)
    const open = this.#orders.all().toSorted(byAcceptance)
    return open.map((each) => carried(each, this.#units, null))
  }

  #enter(order: VenueOrder, now: Instant, session: Session): boolean {
    if (this.has(order.orderId)) return false
    this.advance(now, session)
    const open = openOrder(order, this.#units)
    if (open === null || open.held) {
      this.#orders.refuse(order, 'SYSTEM', now)
      return false
    }
    if (!this.#orders.enter(open, session, now)) return false
    this.#orders.wait(open)
    if (session.matching) this.#orders.announce(open, now)
    return true
  }

  #holdCalls(session: Session, now: Instant): void {
    const hours = oddLotHoursOf(session)
    while (this.hasOrders) {
      const at = nextCallAfter(hours, this.#callEveryMs, this.#seenTo)
      if (at === null || at > now) break
      this.#seenTo = at
      this.#hold(at, session, at === hours.afterMarketCallAt)
    }
  }

  /** One call. Its prices are those that stood when the gathering ended, for at the close itself nothing stands any more. */
  #hold(at: Instant, session: Session, isAfterMarket: boolean): void {
    const moment = at - 1
    const quote = this.#source.quote(this.instrument.id, moment)
    if (quote === null || quote.phase === 'HALT' || this.#interruption.isOn(at)) return
    this.#orders.market = { session, quote }
    this.#welcome(quote, at)
    for (const open of selfCrossing(this.#orders.waiting())) this.#orders.end(open, 'SELF_TRADE', at)
    const standing = isAfterMarket ? [] : this.#outside.standing(moment)
    const others = isAfterMarket
      ? this.#outside.aroundLast(quote, this.#terms().averageDailyVolume)
      : this.#outside.arrived(at - this.#callEveryMs, at)
    const [before, after] = this.#inTurn()
    // While the board is quoted, nobody trades here beyond what it shows (`docs/rules/matching.md` P.1).
    const collar = this.#outside.quote(moment) ?? collarOf(this.instrument, quote, this.#units)
    const result = callAuction([...before, ...standing, ...others, ...after], { reference: this.#units.price(quote.last), collar })
    for (const { order } of this.#orders.waiting()) this.#seen.add(order.orderId)
    if (result === null || this.#interruption.delays(this.#units.scaledPrice(result.price), quote.last, at, session)) return
    this.#interruption.note(this.#units.scaledPrice(result.price), at)
    this.#outside.took(standing, result.fills, moment)
    // Nothing of this book is shown, so that no price of it moves anything.
    executeCall(this.#orders, result, { collar, quote: null, at })
    this.#orders.onlyWaiting(this.#orders.waiting())
  }

  /** Orders stand in the order of their time: those a call has seen before the outside, the new ones behind it. */
  #inTurn(): readonly [AuctionEntry[], AuctionEntry[]] {
    const before: AuctionEntry[] = []
    const after: AuctionEntry[] = []
    for (const open of this.#orders.waiting()) (this.#seen.has(open.order.orderId) ? before : after).push(entryOf(open))
    return [before, after]
  }

  /** The book is open: who has waited for it works, or ends where the day's band has left the limit behind. */
  #welcome(quote: Quote, now: Instant): void {
    for (const open of this.#orders.waiting().filter(isNew)) {
      const admission = this.#band.admit(open, quote)
      if (admission === 'refused') this.#orders.end(open, 'OUTSIDE_BAND', now)
      if (admission === 'works') this.#orders.announce(open, now)
    }
  }
}

const isNew = ({ announced }: OpenOrder): boolean => !announced
