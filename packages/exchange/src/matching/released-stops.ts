import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { MarketFacts } from '@rueda/rules/orders/limits.ts'
import { triggerPriceOf, worstAfterTrigger } from '@rueda/rules/orders/stops.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { EventLog } from './event-log.ts'
import { HeldOrders } from './held-orders.ts'
import { type OpenOrder, namesOf } from './open-order.ts'
import type { Units } from './units.ts'

/**
 * Orders that wait for a trade, and those that a trade has triggered. They do not enter the market at once: the trade may
 * be in the midst of another order's fills, and two orders at work in one book at a time would get in each other's way.
 */
type Released = Readonly<{ open: OpenOrder; price: bigint; at: Instant }>

export class ReleasedStops {
  readonly #instrument: Instrument
  readonly #units: Units
  readonly #events: EventLog
  readonly #held: HeldOrders<OpenOrder>
  readonly #waitForMid: boolean
  #released: Released[] = []

  constructor(instrument: Instrument, units: Units, events: EventLog) {
    this.#instrument = instrument
    this.#units = units
    this.#events = events
    this.#held = new HeldOrders(instrument)
    this.#waitForMid = marketTermsOf(instrument.market)?.stopTrigger === 'mid'
  }

  get size(): number {
    return this.#held.size
  }

  /** True while a step without a trade may let an order go or change what is published of it. */
  get needsEachStep(): boolean {
    return this.size > 0 && (this.#waitForMid || this.#held.hasTrailing)
  }

  reaches(price: bigint): boolean {
    return this.#held.reaches(price)
  }

  bestOf(orderId: string): bigint | null {
    return this.#held.bestOf(orderId)
  }

  hold(open: OpenOrder): void {
    this.#held.add(open)
  }

  remove(orderId: string): void {
    this.#held.remove(orderId)
  }

  onTrade(price: bigint, at: Instant): void {
    if (!this.#waitForMid) this.#release(price, at)
  }

  /**
   * Checks the stops with every move of the engine where nothing trades and the middle of the outside's quote stands for a
   * last trade. What customers have left in the book or moved is no part of it (`docs/rules/quotes.md` P.2).
   */
  onQuote(outside: MarketFacts, at: Instant): void {
    if (this.#waitForMid && this.size > 0) this.#release(triggerPriceOf(this.#instrument, outside), at)
  }

  #release(price: bigint, at: Instant): void {
    for (const open of this.#held.onTrade(price)) this.#released.push({ open, price, at })
  }

  /** The next order that enters the market, with the price it may fill at; null when there is none. */
  next(isOpen: (orderId: string) => boolean): OpenOrder | null {
    for (let next = this.#released.shift(); next !== undefined; next = this.#released.shift()) {
      const { open, price, at } = next
      const { orderId, side, type, worstPrice } = open.order
      if (!isOpen(orderId)) continue
      this.#events.add({ kind: 'triggered', ...namesOf(open), price, at })
      open.announced = true
      if (type !== 'limit') open.worstPrice = this.#units.worstPrice(side, worstAfterTrigger(this.#instrument, side, worstPrice, price))
      return open
    }
    return null
  }

  /** Publishes the trades that trailing stops have followed. */
  tell(now: Instant): void {
    this.#held.tell(now, this.#sayAt(now))
  }

  /** Publishes them at the end of a day: the next one goes on from them as if they were published. */
  tellAll(now: Instant): void {
    this.#held.tellAll(now, this.#sayAt(now))
  }

  #sayAt(now: Instant): (open: OpenOrder, price: bigint) => void {
    return (open, price) => this.#events.add({ kind: 'trailed', ...namesOf(open), price, at: now })
  }
}
