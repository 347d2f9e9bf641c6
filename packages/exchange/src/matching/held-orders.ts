import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { bestOf, isReached, trailingStop } from '@rueda/rules/orders/stops.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { VenueOrder } from '../venue.ts'

/**
 * Orders of one instrument that wait for a trade: stops where they stand, trailing ones behind the best trade they have
 * seen. Most trades reach nobody, so the nearest stop of each side is known and the others are not looked at.
 */
type Holdable = { readonly order: VenueOrder; held: boolean }
type Held<Open> = { readonly open: Open; best: bigint | null; stop: bigint; told: bigint | null; toldAt: Instant }

/** The trades that a trailing stop follows are published this often at most. */
const TOLD_EVERY_MS = SECOND_MS

export class HeldOrders<Open extends Holdable> {
  readonly #instrument: Instrument
  readonly #held = new Map<string, Held<Open>>()
  readonly #trailing = new Set<Held<Open>>()
  #lowestBuy: bigint | null = null
  #highestSell: bigint | null = null

  constructor(instrument: Instrument) {
    this.#instrument = instrument
  }

  get size(): number {
    return this.#held.size
  }

  get hasTrailing(): boolean {
    return this.#trailing.size > 0
  }

  /** True for a trade that lets an order go. */
  reaches(price: bigint): boolean {
    return !this.#reachesNobody(price)
  }

  /** The best trade that a trailing order has seen; null for any other. */
  bestOf(orderId: string): bigint | null {
    return this.#held.get(orderId)?.best ?? null
  }

  add(open: Open): void {
    const { trigger, orderId, side } = open.order
    if (trigger === null) throw new Error(`an order without a stop cannot be held: ${orderId}`)
    const best = trigger.kind === 'trailing' ? trigger.best : null
    const stop = trigger.kind === 'trailing' ? trailingStop(this.#instrument, side, trigger.best, trigger.percent) : trigger.price
    const held: Held<Open> = { open, best, stop, told: best, toldAt: Number.NEGATIVE_INFINITY }
    this.#held.set(orderId, held)
    if (best !== null) this.#trailing.add(held)
    this.#findNearest()
  }

  remove(orderId: string): void {
    const held = this.#held.get(orderId)
    if (held === undefined) return
    this.#held.delete(orderId)
    this.#trailing.delete(held)
    this.#findNearest()
  }

  /** The orders a trade lets go, in the order they came; the stops of the others follow it where it is better for them. */
  onTrade(price: bigint): readonly Open[] {
    const released = this.#reachesNobody(price)
      ? []
      : [...this.#held.values()].filter(({ open, stop }) => isReached(open.order.side, stop, price))
    for (const { open } of released) {
      open.held = false
      this.remove(open.order.orderId)
    }
    if (this.#trailing.size > 0) this.#follow(price)
    return released.map(({ open }) => open)
  }

  /** Publishes the trades that trailing stops have followed since the last ones published, once in a while. */
  tell(now: Instant, say: (open: Open, best: bigint) => void): void {
    this.#tell(now, TOLD_EVERY_MS, say)
  }

  /** Publishes all of them. */
  tellAll(now: Instant, say: (open: Open, best: bigint) => void): void {
    this.#tell(now, 0, say)
  }

  #tell(now: Instant, every: number, say: (open: Open, best: bigint) => void): void {
    for (const held of this.#trailing) {
      if (held.best === null || held.best === held.told || now - held.toldAt < every) continue
      held.told = held.best
      held.toldAt = now
      say(held.open, held.best)
    }
  }

  #follow(price: bigint): void {
    let moved = false
    for (const held of this.#trailing) {
      const { trigger, side } = held.open.order
      if (trigger?.kind !== 'trailing' || held.best === null) continue
      const best = bestOf(side, held.best, price)
      if (best === held.best) continue
      held.best = best
      held.stop = trailingStop(this.#instrument, side, best, trigger.percent)
      moved = true
    }
    if (moved) this.#findNearest()
  }

  #reachesNobody(price: bigint): boolean {
    return (this.#lowestBuy === null || price < this.#lowestBuy) && (this.#highestSell === null || price > this.#highestSell)
  }

  #findNearest(): void {
    this.#lowestBuy = null
    this.#highestSell = null
    for (const { open, stop } of this.#held.values()) {
      if (open.order.side === 'buy') this.#lowestBuy = this.#lowestBuy === null || stop < this.#lowestBuy ? stop : this.#lowestBuy
      else this.#highestSell = this.#highestSell === null || stop > this.#highestSell ? stop : this.#highestSell
    }
  }
}
