import type { CustomerMatch } from '@rueda/rules/orders/circumstances.ts'
import type { PriceRange } from '@rueda/rules/orders/match-price.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { EndReason } from '@rueda/rules/orders/order.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Quote, Session, Trade, VenueOrder } from '../venue.ts'
import type { EventLog } from './event-log.ts'
import { marketStateOf } from './market-state.ts'
import { type OpenOrder, byAcceptance, isExpired, namesOf } from './open-order.ts'
import type { Removals } from './removals.ts'
import type { Units } from './units.ts'

/**
 * The open orders of an engine, and the events about them: that one works, is filled, is over. Whatever way of
 * matching fills an order, its fill is counted, shown and published here and nowhere else, because an order that is gone
 * for one part of the engine and there for another would be filled twice.
 */
export type OpenOrdersParts = Readonly<{
  instrument: Instrument
  units: Units
  events: EventLog
  removals: Removals
  /** The rest of an order became smaller by something else than a fill. */
  onLess: (orderId: string, remaining: number) => void
  /** An order is not open any more, and stands nowhere. */
  onGone: (orderId: string) => void
  /** Customers have made a trade that everybody sees; it moves the price where two of them have made it (`docs/rules/quotes.md` P.2). */
  onTrade: (trade: Trade, tradeDate: CalendarDate, movesPrice: boolean) => void
}>

type Executed = Readonly<{ price: number; quantity: number; at: Instant }>
export type OrderFill = Executed & Readonly<{ resting: boolean }>
/** `range` is where they may trade at that moment; in a call it is the collar, and neither of the two was resting. */
export type CustomerTrade = Executed & Readonly<{ range: PriceRange<number>; isCall: boolean; movesPrice: boolean }>

export type MarketMoment = Readonly<{ session: Session; quote: Quote | null }>

export class OpenOrders {
  /** Session and quote of the moment: the market state in every fill, and the date it counts to. */
  market: MarketMoment | null = null
  readonly #parts: OpenOrdersParts
  readonly #open = new Map<string, OpenOrder>()
  /** Orders that the market has no place for now, in the order of their time; some of them may have ended since. */
  #waiting: OpenOrder[] = []

  constructor(parts: OpenOrdersParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#open.size
  }

  has(orderId: string): boolean {
    return this.#open.has(orderId)
  }

  get(orderId: string): OpenOrder | undefined {
    return this.#open.get(orderId)
  }

  all(): OpenOrder[] {
    return [...this.#open.values()]
  }

  /** Opens an order; false, after ending it, where its time is over or the market takes it away. */
  enter(open: OpenOrder, session: Session, now: Instant): boolean {
    this.#open.set(open.order.orderId, open)
    return this.#goesOn(open, session, now)
  }

  /** Ends what was not to outlive its session, and what the market takes away. */
  expire(session: Session, now: Instant): void {
    for (const open of this.all()) this.#goesOn(open, session, now)
  }

  waiting(): OpenOrder[] {
    return this.#waiting.filter((open) => this.#open.has(open.order.orderId))
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  wait(open: OpenOrder): void {
    this.#waiting.push(open)
  }

  /** From now on these orders wait, in this order, and no others. */
  onlyWaiting(waiting: OpenOrder[]): void {
    this.#waiting = waiting
  }

  /** Everything but held orders waits, in the order of its time. */
  allWait(): void {
    this.#waiting = this.all()
      .filter(({ held }) => !held)
      .toSorted(byAcceptance)
  }

  announce(open: OpenOrder, at: Instant): void {
    if (open.announced) return
    open.announced = true
    this.#parts.events.add({ kind: 'working', ...namesOf(open), at })
  }

  /** A fill of an order by the outside market. */
  execute(open: OpenOrder, { price, quantity, resting, at }: OrderFill): void {
    const sequence = this.#say(open, { price, quantity, at }, resting, null)
    // The aggressor's side names the trade; against a resting order the aggressor stood on the other side.
    const side = resting ? opposite(open.order.side) : open.order.side
    this.#show({ price, quantity, at }, open, side, sequence, false)
    this.#fill(open, quantity)
  }

  /** A trade of two customers: both sides are published together and carry one number (`docs/rules/matching.md` P.1). */
  trade(first: OpenOrder, second: OpenOrder, { price, quantity, at, range, isCall, movesPrice }: CustomerTrade): void {
    const { units, events } = this.#parts
    const met = { number: events.next, low: units.scaledPrice(range.low), high: units.scaledPrice(range.high), isCall }
    this.#say(first, { price, quantity, at }, !isCall, { ...met, ...otherSide(second) })
    const sequence = this.#say(second, { price, quantity, at }, false, { ...met, ...otherSide(first) })
    this.#show({ price, quantity, at }, second, second.order.side, sequence, movesPrice)
    this.#fill(first, quantity)
    this.#fill(second, quantity)
  }

  /** Takes a quantity off an order, which keeps its place; with nothing left it is gone without an event. */
  reduce(open: OpenOrder, quantity: number): void {
    const { orderId } = open.order
    open.remaining -= quantity
    if (open.remaining > 0) this.#parts.onLess(orderId, open.remaining)
    else this.#forget(orderId)
  }

  end(open: OpenOrder, reason: EndReason, at: Instant): void {
    this.#forget(open.order.orderId)
    this.refuse(open.order, reason, at)
  }

  /** The end of an order that never was open here. */
  refuse({ orderId, accountId }: VenueOrder, reason: EndReason, at: Instant): void {
    this.#parts.events.add({ kind: 'ended', orderId, accountId, reason, at })
  }

  #say(open: OpenOrder, { price, quantity, at }: Executed, resting: boolean, match: CustomerMatch | null): number {
    const { instrument, units, events } = this.#parts
    const { orderId, accountId, instrumentId, side } = open.order
    const scaled = { price: units.scaledPrice(price), quantity: executedOf(open, quantity, units) }
    const market = marketStateOf(instrument, this.#now.session, this.#now.quote)
    const { tradeDate } = this.#now.session
    return events.add({ kind: 'execution', orderId, accountId, instrumentId, side, ...scaled, resting, match, market, tradeDate, at })
  }

  get #now(): MarketMoment {
    if (this.market === null) throw new Error('an order was filled before its market was looked at')
    return this.market
  }

  #show({ price, quantity, at }: Executed, open: OpenOrder, side: Side, sequence: number, movesPrice: boolean): void {
    const { units, onTrade } = this.#parts
    const trade = { price: units.scaledPrice(price), quantity: executedOf(open, quantity, units), side, at, sequence }
    onTrade(trade, this.#now.session.tradeDate, movesPrice)
  }

  #fill(open: OpenOrder, quantity: number): void {
    open.remaining -= quantity
    if (open.remaining === 0) this.#forget(open.order.orderId)
    const sibling = open.order.siblingId === null ? undefined : this.#open.get(open.order.siblingId)
    if (sibling !== undefined) this.reduce(sibling, quantity)
  }

  #goesOn(open: OpenOrder, session: Session, now: Instant): boolean {
    if (isExpired(open.order, session, now)) this.end(open, 'EXPIRED', now)
    else if (this.#parts.removals.takes(open.order, session)) this.end(open, 'SYSTEM', now)
    else return true
    return false
  }

  #forget(orderId: string): void {
    this.#open.delete(orderId)
    this.#parts.onGone(orderId)
  }
}

/** What of the units taken for an order is the order's, in units of 10^-8: its last unit may be one it has only begun. */
function executedOf({ remaining, short }: OpenOrder, quantity: number, units: Units): bigint {
  const taken = units.scaledQuantity(quantity)
  return short !== 0n && quantity === remaining ? taken - short : taken
}

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')
const otherSide = ({ order: { accountId, orderId } }: OpenOrder) => ({ otherAccountId: accountId, otherOrderId: orderId })
