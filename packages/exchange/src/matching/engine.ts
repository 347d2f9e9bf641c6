import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { type Fill, OrderBook, type PriceBand, type RestingOrder, reaches } from '../book/book.ts'
import type { Growth, PriceSource, Quote, Session, Trade, VenueOrder } from '../venue.ts'
import { bandFor, isInsideBand } from '@rueda/rules/orders/limits.ts'
import type { EndReason } from '@rueda/rules/orders/order.ts'
import { worstAfterTrigger } from '@rueda/rules/orders/stops.ts'
import { Activity } from './activity.ts'
import type { EventLog } from './event-log.ts'
import { HeldOrders } from './held-orders.ts'
import { type ImpactTerms, shifted } from './impact.ts'
import { type OpenOrder, bookOrderOf, byAcceptance, isExpired, openOrder, rests } from './open-order.ts'
import { openingAuction, selfCrossing, withoutSiblings } from './opening-auction.ts'
import { OutsideMarket } from './outside-market.ts'
import { OutsideWalk } from './outside-walk.ts'
import { PassiveMatching } from './passive-matching.ts'
import type { SplitWatch } from './split-watch.ts'
import { type Units, unitsOf } from './units.ts'

/**
 * The matching engine of one instrument. While its market matches, orders stand in the book or are filled; outside
 * of that they wait, and an auction opens the next session. The outside market fills what it can: incoming orders
 * from its depth, resting ones by its prints.
 */
export type EngineParts = Readonly<{
  instrument: Instrument
  source: PriceSource
  events: EventLog
  /** Average daily volume in whole order steps, and daily volatility as a ratio. */
  terms: () => ImpactTerms
  splits: SplitWatch
}>

/**
 * Customers trade with each other at most this far from the outside market's last price, so that two of them cannot
 * make up prices for everybody else: the wider of the bands that halt real markets (LULD, `domain.md` C.5).
 */
const FARTHEST_BETWEEN_CUSTOMERS = 0.1
/** Bars of so many days still show the impact of that time. */
const REMEMBERED_MS = 40 * DAY_MS

export class InstrumentEngine {
  readonly instrument: Instrument
  readonly units: Units
  readonly book = new OrderBook()
  readonly outside: OutsideMarket
  readonly activity = new Activity()
  readonly #source: PriceSource
  readonly #events: EventLog
  readonly #terms: EngineParts['terms']
  readonly #splits: SplitWatch
  readonly #passive: PassiveMatching
  readonly #open = new Map<string, OpenOrder>()
  /** Orders that the market has no place for now, in the order of their time; some of them may have ended since. */
  #waiting: OpenOrder[] = []
  /** Resting orders that reach outside quotes which they could not take at once, and that try again. */
  readonly #taking = new Set<string>()
  readonly #held: HeldOrders<OpenOrder>
  /** Held orders that a trade has let go and that have not met the market yet. */
  #released: Released[] = []
  #matching = false
  /** What of the day matches: everything, the orders for extended hours, or nothing. */
  #hours: 'regular' | 'extended' | null = null
  #seenTo: Instant
  #session: Session | null = null
  #band: PriceBand = { low: 0, high: 0 }

  constructor({ instrument, source, events, terms, splits }: EngineParts, now: Instant) {
    this.instrument = instrument
    this.units = unitsOf(instrument)
    this.outside = new OutsideMarket(source, instrument.id, this.units)
    this.#source = source
    this.#events = events
    this.#terms = terms
    this.#splits = splits
    this.#passive = new PassiveMatching(this.book, this.units)
    this.#held = new HeldOrders(instrument)
    this.#seenTo = now
  }

  get hasOrders(): boolean {
    return this.#open.size > 0
  }

  has(orderId: string): boolean {
    return this.#open.has(orderId)
  }

  /** Whether customers have left nothing in this instrument that a quote would show. */
  isQuiet(tradeDate: CalendarDate, now: Instant): boolean {
    this.outside.consumed.sweep(now)
    return this.book.size === 0 && this.outside.consumed.empty && this.outside.impact.at(now) === 0 && this.activity.day(tradeDate) === null
  }

  isTaking = (order: RestingOrder): boolean => this.#taking.has(order.id)

  submit(order: VenueOrder, now: Instant, session: Session): void {
    if (this.#open.has(order.orderId)) return
    this.advance(now, session)
    const open = openOrder(order, this.units)
    if (open === null || this.instrument.quoteOnly) return this.#endOrder(order, 'SYSTEM', now)
    this.#open.set(order.orderId, open)
    if (isExpired(order, session, now)) return this.#end(open, 'EXPIRED', now)
    if (this.#splits.endsOrder(order, session)) return this.#end(open, 'SYSTEM', now)
    if (open.held) this.#held.add(open)
    else if (this.#matches(open)) this.#arrive(open, now, session)
    else this.#waiting.push(open)
    this.#meetReleased(now, session)
  }

  /** Takes off what the customer gives up; the order keeps its place. */
  reduce(orderId: string, by: bigint): void {
    const open = this.#open.get(orderId)
    if (open !== undefined) this.#takeOff(open, this.units.quantity(by))
  }

  /** More of the same shares; what rests goes to the end of its price, as every larger order does. */
  grow({ orderId, by, sequence }: Growth, now: Instant, session: Session): void {
    const open = this.#open.get(orderId)
    if (open === undefined || sequence <= open.knownTo) return
    this.advance(now, session)
    if (!this.#open.has(orderId)) return
    open.knownTo = sequence
    open.remaining += this.units.quantity(by)
    if (this.book.cancel(orderId)) this.#arrive(open, now, session)
    this.#meetReleased(now, session)
  }

  cancel(orderId: string, now: Instant): boolean {
    const open = this.#open.get(orderId)
    if (open === undefined) return false
    this.#end(open, 'CANCELLED', now)
    return true
  }

  /** An order that was resting rests again, behind those that were before it, and nothing is executed for it now. */
  restore(order: VenueOrder, now: Instant, session: Session): void {
    const open = openOrder(order, this.units)
    if (open === null || open.held || !rests(order) || this.#crossesBook(open)) return this.submit(order, now, session)
    if (this.#open.has(order.orderId)) return
    this.advance(now, session)
    this.#open.set(order.orderId, open)
    if (isExpired(order, session, now)) return this.#end(open, 'EXPIRED', now)
    if (this.#splits.endsOrder(order, session)) return this.#end(open, 'SYSTEM', now)
    if (!this.#matches(open)) {
      this.#waiting.push(open)
      return
    }
    open.announced = true
    this.book.rest(bookOrderOf(open))
    this.#queueUp(open, now, false)
  }

  /** Moves to `now`; the session is the one that holds at that moment. */
  advance(now: Instant, session: Session): void {
    if (this.#matching && (this.book.size > 0 || this.#held.size > 0) && now > this.#seenTo) this.#matchPrints(now)
    this.#seenTo = now
    if (this.#session?.phase === 'AUCTION' && session.phase !== 'AUCTION') this.#closeByAuction(now)
    if (session !== this.#session) this.#expire(session, now)
    this.#session = session
    const quote = this.#source.quote(this.instrument.id, now)
    const hours = quote === null || quote.phase === 'HALT' ? null : hoursOf(session)
    if (this.#matching && hours !== this.#hours) this.#suspend()
    this.#hours = hours
    this.#matching = hours !== null
    if (quote !== null && hours !== null) {
      this.#band = bandAround(this.units.price(quote.last), this.units)
      if (this.#waiting.length > 0) this.#letIn(quote, now, session)
      for (const id of [...this.#taking]) this.#retry(id, now, session)
    }
    this.#meetReleased(now, session)
    this.#held.tell(now, (open, price) => this.#events.add({ kind: 'trailed', ...namesOf(open), price, at: now }))
  }

  /** Only orders for extended hours meet the thin market before and after the session. */
  #matches = ({ order }: OpenOrder): boolean => this.#matching && (this.#hours === 'regular' || order.timeInForce === 'EXT')

  #letIn(quote: Quote, now: Instant, session: Session): void {
    if (this.#hours === 'regular') return this.#openSession(quote, now, session)
    const ready = this.#stillOpen().filter(this.#matches)
    if (ready.length === 0) return
    this.#waiting = this.#stillOpen().filter((open) => !this.#matches(open))
    for (const open of ready) this.#arrive(open, now, session)
  }

  /** A trade of the regular session may let held orders go; they meet the market when the engine has come to its end. */
  #noteTrade(price: bigint, at: Instant): void {
    if (this.#hours !== 'regular') return
    for (const open of this.#held.onTrade(price)) this.#released.push({ open, price, at })
  }

  #meetReleased(now: Instant, session: Session): void {
    for (let next = this.#released.shift(); next !== undefined; next = this.#released.shift()) {
      const { open, price, at } = next
      if (!this.#open.has(open.order.orderId)) continue
      this.#events.add({ kind: 'triggered', ...namesOf(open), price, at })
      open.announced = true
      if (!hasOwnLimit(open)) {
        open.worstPrice = this.units.worstPrice(
          open.order.side,
          worstAfterTrigger(this.instrument, open.order.side, open.order.worstPrice, price),
        )
      }
      if (this.#matches(open)) this.#arrive(open, now, session)
      else this.#waiting.push(open)
    }
  }

  /** Less of an order, which keeps its place; with nothing left it is gone without a word. */
  #takeOff(open: OpenOrder, quantity: number): void {
    const { orderId } = open.order
    open.remaining -= quantity
    if (open.remaining > 0) return void this.book.reduce(orderId, open.remaining)
    this.book.cancel(orderId)
    this.#forget(orderId)
  }

  #matchPrints(now: Instant): void {
    for (const { print, allowance } of this.outside.prints(this.#seenTo, now)) {
      this.#passive.onPrint(print, { allowance, skips: this.isTaking, fill: this.#fillResting })
      if (this.#held.size > 0) this.#noteTrade(this.#shownPrice(print), print.at)
    }
  }

  /** As customers see it: with the impact that lies over the outside market. */
  #shownPrice({ price: scaled, at }: Trade): bigint {
    if (this.outside.impact.empty) return scaled
    const price = this.units.price(scaled)
    const moved = shifted(price, this.outside.impact.at(at), this.units.tickAt(price))
    return moved > 0 ? this.units.scaledPrice(moved) : scaled
  }

  #fillResting = (resting: RestingOrder, quantity: number, at: Instant): void => {
    const open = this.#open.get(resting.id)
    if (open === undefined) throw new Error(`the book holds an order that is not open: ${resting.id}`)
    this.book.fill(resting, quantity)
    this.outside.noteParticipation(quantity, at)
    this.#execute(open, { price: resting.price, quantity, resting: true, at, shown: quantity })
  }

  /** An order meets the market. */
  #arrive(open: OpenOrder, now: Instant, session: Session): void {
    this.#announce(open, now)
    const fills: Fill[] = []
    const walk = new OutsideWalk(open.order.side, this.outside, this.book, now)
    const outcome = this.book.add(bookOrderOf(open), fills, walk, this.#band)
    this.#executeAll(open, fills, walk.taken, now, session)
    if (outcome === 'resting') this.#queueUp(open, now, true)
    else if (outcome === 'no-liquidity') this.#end(open, 'NO_LIQUIDITY', now)
    else if (outcome === 'self-trade') this.#end(open, 'SELF_TRADE', now)
    else if (outcome === 'outside-band') this.#end(open, 'OUTSIDE_BAND', now)
  }

  /** A resting order that still reaches the outside takes what has come since, at the outside's prices. */
  #retry(id: string, now: Instant, session: Session): void {
    const open = this.#open.get(id)
    const resting = this.book.get(id)
    if (open === undefined || resting === null) return
    const fills: Fill[] = []
    const walk = new OutsideWalk(open.order.side, this.outside, this.book, now)
    const taken = walk.takeBefore(null, open.worstPrice, open.remaining, fills)
    if (taken > 0) this.book.fill(resting, taken)
    this.#executeAll(open, fills, taken, now, session)
    if (this.#open.has(id)) this.#queueUp(open, now, true)
  }

  /** Notes what of the outside stands before a resting order, and whether the order still reaches the outside itself. */
  #queueUp(open: OpenOrder, now: Instant, mayTake: boolean): void {
    const { side, orderId } = open.order
    const resting = this.book.get(orderId)
    if (resting === null) return
    const best = this.outside.best(side === 'buy' ? 'sell' : 'buy', now)
    if (mayTake && best !== null && reaches(side, open.worstPrice, best)) this.#taking.add(orderId)
    else this.#taking.delete(orderId)
    resting.ahead = this.outside.quantityAt(side, open.worstPrice, now)
    resting.aheadAt = now
  }

  /** Everything goes back to waiting; an auction opens again. */
  #suspend(): void {
    for (const open of this.#open.values()) this.book.cancel(open.order.orderId)
    this.#taking.clear()
    this.#waiting = [...this.#open.values()].filter(({ held }) => !held).toSorted(byAcceptance)
  }

  #openSession(quote: Quote, now: Instant, session: Session): void {
    for (const open of this.#stillOpen()) {
      if (isOutsideBand(this.instrument, open.order, quote)) this.#end(open, 'OUTSIDE_BAND', now)
      else this.#announce(open, now)
    }
    for (const open of selfCrossing(this.#stillOpen())) this.#end(open, 'SELF_TRADE', now)
    this.#auction(quote, now)
    const left = this.#stillOpen()
    this.#waiting = []
    for (const open of left) this.#settleIn(open, now, session)
  }

  /** The call that ends a session: what waits meets at one price; what cannot rest has had its chance. */
  #closeByAuction(now: Instant): void {
    const quote = this.#source.quote(this.instrument.id, now)
    if (quote === null || quote.phase === 'HALT') return
    for (const open of this.#stillOpen()) this.#announce(open, now)
    for (const open of selfCrossing(this.#stillOpen())) this.#end(open, 'SELF_TRADE', now)
    this.#auction(quote, now)
    for (const open of this.#stillOpen()) if (!rests(open.order)) this.#end(open, 'NO_LIQUIDITY', now)
    this.#waiting = this.#stillOpen()
  }

  #auction(quote: Quote, now: Instant): void {
    const reference = this.units.price(quote.last)
    const { averageDailyVolume } = this.#terms()
    const result = openingAuction(withoutSiblings(this.#stillOpen()), { reference, tick: this.units.tickAt(reference), averageDailyVolume })
    if (result === null) return
    let bought = 0
    for (const [{ open }, quantity] of result.fills) {
      if (open === null) continue
      // Where customers meet each other, the trade is shown once: on the side of the buyer.
      const shown = open.order.side === 'buy' ? quantity : Math.max(0, quantity - bought)
      bought += open.order.side === 'buy' ? quantity : shown - quantity
      this.#execute(open, { price: result.price, quantity, resting: false, at: now, shown })
    }
  }

  /** After the auction: an order that cannot rest has had its chance, the others go on in the continuous market. */
  #settleIn(open: OpenOrder, now: Instant, session: Session): void {
    if (rests(open.order) || open.order.timeInForce === 'FOK') this.#arrive(open, now, session)
    else this.#end(open, 'NO_LIQUIDITY', now)
  }

  #expire(session: Session, now: Instant): void {
    for (const open of [...this.#open.values()]) {
      if (isExpired(open.order, session, now)) this.#end(open, 'EXPIRED', now)
      else if (this.#splits.endsOrder(open.order, session)) this.#end(open, 'SYSTEM', now)
    }
    this.outside.impact.forgetBefore(now - REMEMBERED_MS)
    this.outside.consumed.sweep(now)
  }

  #stillOpen(): OpenOrder[] {
    return this.#waiting.filter((open) => this.#open.has(open.order.orderId))
  }

  /** Whether a restored order cannot have been resting, because another one would have met it. */
  #crossesBook(open: OpenOrder): boolean {
    const opposite = this.book.best(open.order.side === 'buy' ? 'sell' : 'buy')
    return opposite !== null && reaches(open.order.side, open.worstPrice, opposite.price)
  }

  #announce(open: OpenOrder, at: Instant): void {
    if (open.announced) return
    open.announced = true
    const { orderId, accountId } = open.order
    this.#events.add({ kind: 'working', orderId, accountId, at })
  }

  #executeAll(open: OpenOrder, fills: readonly Fill[], taken: number, now: Instant, session: Session): void {
    for (const { resting, price, quantity } of fills) {
      const other = resting === null ? undefined : this.#open.get(resting.id)
      if (other !== undefined) this.#execute(other, { price, quantity, resting: true, at: now, shown: 0 })
      this.#execute(open, { price, quantity, resting: false, at: now, shown: quantity })
    }
    const signed = open.order.side === 'buy' ? taken : -taken
    if (taken > 0) this.outside.impact.add(signed, now, session.closesAt, this.#terms())
  }

  /** Tells of a fill; `shown` is what of it appears in the list of trades, where a trade of two customers stands once. */
  #execute(
    open: OpenOrder,
    { price, quantity, resting, at, shown }: { price: number; quantity: number; resting: boolean; at: Instant; shown: number },
  ): void {
    const { orderId, accountId, instrumentId, side } = open.order
    const tradeDate = this.#session?.tradeDate ?? ''
    const scaled = { price: this.units.scaledPrice(price), quantity: this.units.scaledQuantity(quantity) }
    const sequence = this.#events.add({ kind: 'execution', orderId, accountId, instrumentId, side, ...scaled, resting, tradeDate, at })
    // The aggressor's side names the trade; whoever met a resting order stood on the other side.
    const aggressor = resting ? (side === 'buy' ? 'sell' : 'buy') : side
    if (shown > 0)
      this.activity.record({ price: scaled.price, quantity: this.units.scaledQuantity(shown), side: aggressor, at, sequence }, tradeDate)
    if (shown > 0) this.#noteTrade(scaled.price, at)
    open.remaining -= quantity
    if (open.remaining === 0) this.#forget(orderId)
    const sibling = open.order.siblingId === null ? undefined : this.#open.get(open.order.siblingId)
    if (sibling !== undefined) this.#takeOff(sibling, quantity)
  }

  #end(open: OpenOrder, reason: EndReason, at: Instant): void {
    this.book.cancel(open.order.orderId)
    this.#forget(open.order.orderId)
    this.#endOrder(open.order, reason, at)
  }

  #endOrder({ orderId, accountId }: VenueOrder, reason: EndReason, at: Instant): void {
    this.#events.add({ kind: 'ended', orderId, accountId, reason, at })
  }

  #forget(orderId: string): void {
    this.#open.delete(orderId)
    this.#taking.delete(orderId)
    this.#held.remove(orderId)
  }
}

type Released = Readonly<{ open: OpenOrder; price: bigint; at: Instant }>

const namesOf = ({ order: { orderId, accountId } }: OpenOrder) => ({ orderId, accountId })
const hasOwnLimit = ({ order }: OpenOrder): boolean => order.type === 'limit'

/** The market before and after the session is another one than that of the session itself. */
const hoursOf = ({ matching, phase }: Session): 'regular' | 'extended' | null =>
  matching ? 'regular' : phase === 'PRE' || phase === 'POST' ? 'extended' : null

function bandAround(last: number, { tickAt }: Units): PriceBand {
  const distance = Math.abs(last) * FARTHEST_BETWEEN_CUSTOMERS
  const [low, high] = [Math.ceil(last - distance), Math.floor(last + distance)]
  return { low: Math.ceil(low / tickAt(low)) * tickAt(low), high: Math.floor(high / tickAt(high)) * tickAt(high) }
}

/** A limit outside its market's band is not let into a new session (`domain.md` B.1). */
const isOutsideBand = (instrument: Instrument, { side, type, worstPrice }: VenueOrder, quote: Quote): boolean =>
  type === 'limit' && !isInsideBand(bandFor(instrument, side, quote), worstPrice)
