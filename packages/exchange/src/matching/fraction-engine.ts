import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { FRACTION_STEP } from '@rueda/rules/markets/market.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type Fill, OrderBook, type RestingOrder, reaches } from '../book/book.ts'
import type { QuantityIncrease, PriceSource, Quote, Session, VenueOrder } from '../venue.ts'
import type { EngineParts, InstrumentEngine } from './engine.ts'
import type { ImpactTerms } from './impact.ts'
import { type OpenOrder, bookOrderOf, byAcceptance, carried, openFraction, rests } from './open-order.ts'
import { OpenOrders } from './open-orders.ts'
import type { OrderEngine } from './order-engine.ts'
import { OutsideWalk } from './outside-walk.ts'
import { PassiveMatching } from './passive-matching.ts'
import { Removals } from './removals.ts'
import { STEP_MS } from './steps.ts'

/**
 * Orders with a part of a share (`docs/rules/fractions.md` P.5). They trade with the board's outside market, by its prices and with what
 * customers have taken and moved there, and with no customer: whole orders are filled in whole shares. An order is counted in the shares
 * it has begun, and of the last one only its own part is executed. Nothing trades here outside the continuous session.
 */
export class FractionEngine implements OrderEngine {
  readonly instrument: Instrument
  readonly #board: InstrumentEngine
  readonly #source: PriceSource
  readonly #terms: () => ImpactTerms
  readonly #removals: Removals
  readonly #orders: OpenOrders
  /** What rests here; the outside's queue before it is that of the board. */
  readonly #book = new OrderBook()
  readonly #passive: PassiveMatching
  /** Resting orders that reach outside quotes which they could not take at once, and that try again. */
  readonly #taking = new Set<string>()
  #isOpen = false
  #seenTo: Instant
  #session: Session | null = null

  constructor({ instrument, source, events, terms, splits }: EngineParts, board: InstrumentEngine, now: Instant) {
    this.instrument = instrument
    this.#board = board
    this.#source = source
    this.#terms = terms
    this.#removals = new Removals(splits)
    this.#passive = new PassiveMatching(this.#book, board.units)
    this.#orders = new OpenOrders({
      instrument,
      units: board.units,
      events,
      removals: this.#removals,
      onLess: (orderId, remaining) => void this.#book.reduce(orderId, remaining),
      onGone: (orderId) => {
        this.#book.cancel(orderId)
        this.#taking.delete(orderId)
      },
      onTrade: (trade, tradeDate) => board.activity.record(trade, tradeDate, false),
    })
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
    const open = this.#enter(order, now, session)
    if (open !== null) this.#arrive(open, now, session)
  }

  /** An order that was resting rests again; what reaches the outside takes from it at the next look. */
  restore(order: VenueOrder, now: Instant, session: Session): void {
    const open = this.#enter(order, now, session)
    if (open === null) return
    if (!rests(order)) return this.#arrive(open, now, session)
    open.announced = true
    this.#rest(open, now)
  }

  /** Takes off what the customer gives up; the order keeps its place. */
  reduce(orderId: string, by: bigint): void {
    const open = this.#orders.get(orderId)
    if (open === undefined) return
    const { units } = this.#board
    const exact = units.scaledQuantity(open.remaining) - open.short - by
    const left = openFraction({ ...open.order, quantity: exact }, units)
    open.short = left?.short ?? 0n
    this.#orders.reduce(open, open.remaining - (left?.remaining ?? 0))
  }

  /** Only exits grow, and an order with a part of a share is none. */
  grow(_increase: QuantityIncrease): void {}

  cancel(orderId: string, now: Instant): boolean {
    const open = this.#orders.get(orderId)
    if (open === undefined) return false
    this.#orders.end(open, 'CANCELLED', now)
    return true
  }

  /** The board goes first, so that both see the same prints and what is left of them. */
  advance(now: Instant, session: Session): void {
    this.#board.advance(now, session)
    if (this.#isOpen && this.#book.size > 0 && now > this.#seenTo) this.#matchPrints(now)
    this.#seenTo = now
    const quote = this.#source.quote(this.instrument.id, now)
    if (this.#removals.look(quote, now) || session !== this.#session) this.#orders.expire(session, now)
    this.#session = session
    this.#orders.market = { session, quote }
    const wasOpen = this.#isOpen
    this.#isOpen = session.matching && quote !== null && quote.phase !== 'HALT'
    if (!this.#isOpen) return
    // After a pause the outside may stand elsewhere.
    if (!wasOpen) for (const open of this.#orders.all()) this.#queueUp(open, now)
    for (const orderId of [...this.#taking]) this.#retry(orderId, now, session)
  }

  nextStep(from: Instant, until: Instant): Instant {
    const isStill = this.quote !== null && (!this.#isOpen || this.#book.size === 0)
    return isStill ? until : Math.min(from + STEP_MS, until)
  }

  /** The board has ended its day before. */
  endDay(now: Instant, session: Session): readonly VenueOrder[] {
    if (this.#isOpen && this.#book.size > 0 && now > this.#seenTo) this.#matchPrints(now)
    this.#seenTo = now
    this.#orders.expire(session, now)
    const open = this.#orders.all().toSorted(byAcceptance)
    return open.map((each) => carried(each, this.#board.units, null))
  }

  #enter(order: VenueOrder, now: Instant, session: Session): OpenOrder | null {
    if (this.has(order.orderId)) return null
    this.advance(now, session)
    const open = openFraction(order, this.#board.units)
    if (open === null || open.held || this.instrument.quoteOnly || order.quantity % FRACTION_STEP !== 0n) {
      this.#orders.refuse(order, 'SYSTEM', now)
      return null
    }
    return this.#orders.enter(open, session, now) ? open : null
  }

  #arrive(open: OpenOrder, now: Instant, session: Session): void {
    this.#orders.announce(open, now)
    if (this.#isOpen) this.#take(open, now, session)
    if (!this.has(open.order.orderId)) return
    if (rests(open.order)) this.#rest(open, now)
    else this.#orders.end(open, 'NO_LIQUIDITY', now)
  }

  /** Takes from the outside what reaches the order's price. */
  #take(open: OpenOrder, now: Instant, session: Session): void {
    const { outside, book } = this.#board
    const { side, orderId } = open.order
    const fills: Fill[] = []
    const walk = new OutsideWalk(side, outside, book, now)
    const taken = walk.takeBefore(null, open.worstPrice, open.remaining, fills)
    if (taken === 0) return
    const resting = this.#book.get(orderId)
    if (resting !== null) this.#book.fill(resting, taken)
    for (const { price, quantity } of fills) this.#orders.execute(open, { price, quantity, resting: false, at: now })
    outside.impact.add(side === 'buy' ? taken : -taken, now, session.closesAt, this.#terms())
  }

  #rest(open: OpenOrder, now: Instant): void {
    this.#book.rest(bookOrderOf(open))
    this.#queueUp(open, now)
  }

  #retry(orderId: string, now: Instant, session: Session): void {
    const open = this.#orders.get(orderId)
    if (open === undefined) return
    this.#take(open, now, session)
    if (this.has(orderId)) this.#queueUp(open, now)
  }

  #reaches({ order: { side }, worstPrice }: OpenOrder, now: Instant): boolean {
    const best = this.#board.outside.best(side === 'buy' ? 'sell' : 'buy', now)
    return best !== null && reaches(side, worstPrice, best)
  }

  /** Notes what of the outside stands before a resting order, and whether the order still reaches the outside itself. */
  #queueUp(open: OpenOrder, now: Instant): void {
    const { side, orderId } = open.order
    const resting = this.#book.get(orderId)
    if (resting === null) return
    if (this.#reaches(open, now)) this.#taking.add(orderId)
    else this.#taking.delete(orderId)
    resting.ahead = this.#board.outside.quantityAt(side, open.worstPrice, now)
    resting.aheadAt = now
  }

  #matchPrints(now: Instant): void {
    const allowance = (): number => this.#board.outside.allowance(now)
    const skips = ({ id }: RestingOrder): boolean => this.#taking.has(id)
    for (const print of this.#source.prints(this.instrument.id, this.#seenTo, now))
      this.#passive.onPrint(print, { allowance, skips, fill: this.#fillResting })
  }

  #fillResting = (resting: RestingOrder, quantity: number, at: Instant): void => {
    const open = this.#orders.get(resting.id)
    if (open === undefined) throw new Error(`the book of parts holds an order that is not open: ${resting.id}`)
    this.#book.fill(resting, quantity)
    this.#board.outside.noteParticipation(quantity, at)
    this.#orders.execute(open, { price: resting.price, quantity, resting: true, at })
  }
}
