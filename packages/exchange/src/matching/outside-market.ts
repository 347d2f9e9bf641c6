import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { PriceRange } from '@rueda/rules/orders/match-price.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { Depth, PriceSource, Trade } from '../venue.ts'
import { ConsumedDepth } from './consumed-depth.ts'
import { ImpactOverlay, shiftOf } from './impact.ts'
import { TrailingSum } from './trailing-sum.ts'
import type { Units } from './units.ts'

/**
 * The market outside our customers in one instrument: one virtual participant with the depth of the price source,
 * less what customers have taken from it, moved by their impact. Beyond the displayed levels, customers together
 * get at most a quarter of what the outside market traded within the last minute.
 */
export const DISPLAYED_LEVELS = 10
export const SIMULATED_LEVELS = 50
export const PARTICIPATION = 0.25

/** A part of what was traded, in whole units: at least one, because few lots would otherwise round to none. */
export const partOf = (traded: number, share: number): number => (traded === 0 ? 0 : Math.max(1, Math.floor(traded * share)))

export type OutsideLevel = {
  /** As customers see it. */
  readonly price: number
  /** As the price source has it, without impact. */
  readonly sourcePrice: number
  readonly beyondDisplayed: boolean
  available: number
}

/** The best prices of a depth; null unless both sides stand. */
export function quoteOf(depth: Depth | null, units: Units): PriceRange<number> | null {
  const [bid, ask] = [depth?.bids[0], depth?.asks[0]]
  return bid === undefined || ask === undefined ? null : { low: units.price(bid.price), high: units.price(ask.price) }
}

export class OutsideMarket {
  readonly consumed = new ConsumedDepth()
  readonly impact = new ImpactOverlay()
  readonly #source: PriceSource
  readonly #instrumentId: string
  readonly #units: Units
  readonly #volume = new TrailingSum()
  readonly #customers = new TrailingSum()
  #volumeSeenTo = Number.NEGATIVE_INFINITY

  constructor(source: PriceSource, instrumentId: string, units: Units) {
    this.#source = source
    this.#instrumentId = instrumentId
    this.#units = units
  }

  /** As the price source has it. */
  depth(count: number, now: Instant): Depth | null {
    return this.#source.depth(this.#instrumentId, count, now)
  }

  /**
   * The source's own best prices at a moment, which no customer has moved or taken (`docs/rules/matching.md` P.1); null unless both sides
   * stand.
   */
  quote(now: Instant): PriceRange<number> | null {
    return this.quoteOf(this.depth(1, now))
  }

  quoteOf(depth: Depth | null): PriceRange<number> | null {
    return quoteOf(depth, this.#units)
  }

  /** Levels of one side with something to take, best first. */
  levelsOf(depth: Depth, side: Side, now: Instant): OutsideLevel[] {
    const shown = side === 'buy' ? depth.bids : depth.asks
    const shift = this.#shift(shown[0]?.price, side, now)
    const levels: OutsideLevel[] = []
    for (const [index, level] of shown.entries()) {
      const sourcePrice = this.#units.price(level.price)
      const available = this.consumed.available(side, sourcePrice, this.#units.quantity(level.quantity), now)
      const price = sourcePrice + shift
      // An impact never carries a price through zero; a future that stands below zero does so by itself.
      const stands = price > 0 || sourcePrice <= 0
      if (available > 0 && stands) levels.push({ price, sourcePrice, beyondDisplayed: index >= DISPLAYED_LEVELS, available })
    }
    return levels
  }

  /** The best price of a side before anything was taken from it. */
  best(side: Side, now: Instant): number | null {
    const depth = this.depth(1, now)
    const best = (side === 'buy' ? depth?.bids : depth?.asks)?.[0]
    return best === undefined ? null : this.#units.price(best.price) + this.#shift(best.price, side, now)
  }

  /** The quantity at a price on a side. */
  quantityAt(side: Side, price: number, now: Instant): number {
    const depth = this.depth(SIMULATED_LEVELS, now)
    return depth === null ? 0 : (this.levelsOf(depth, side, now).find((level) => level.price === price)?.available ?? 0)
  }

  /** The quantity that customers may still get beyond the displayed depth at this moment. */
  allowance(now: Instant): number {
    this.#seeVolume(now)
    return this.#allowanceOfSeen(now)
  }

  /** Walks through the prints of (from, to], each with what customers may get at its moment. */
  *prints(from: Instant, to: Instant): Generator<{ print: Trade; allowance: () => number }> {
    this.#seeVolume(from)
    for (const print of this.#source.prints(this.#instrumentId, from, to)) {
      this.#volume.add(print.at, this.#units.quantity(print.quantity))
      yield { print, allowance: () => this.#allowanceOfSeen(print.at) }
    }
    this.#volumeSeenTo = to
  }

  /** Notes what customers got beyond the displayed depth. */
  noteParticipation(quantity: number, at: Instant): void {
    if (quantity > 0) this.#customers.add(at, quantity)
  }

  #allowanceOfSeen(at: Instant): number {
    return Math.max(0, partOf(this.#volume.at(at), PARTICIPATION) - this.#customers.at(at))
  }

  #seeVolume(now: Instant): void {
    if (this.#volumeSeenTo >= now) return
    const from = Math.max(this.#volumeSeenTo, now - MINUTE_MS)
    if (from !== this.#volumeSeenTo) this.#volume.clear()
    for (const print of this.#source.prints(this.#instrumentId, from, now)) this.#volume.add(print.at, this.#units.quantity(print.quantity))
    this.#volumeSeenTo = now
  }

  /** Buyers' impact raises the asks, sellers' impact lowers the bids; no quote gets better by it. */
  #shift(best: bigint | undefined, side: Side, now: Instant): number {
    if (best === undefined || this.impact.empty) return 0
    const ratio = this.impact.at(now)
    const price = this.#units.price(best)
    return shiftOf(price, side === 'buy' ? Math.min(0, ratio) : Math.max(0, ratio), this.#units.tickAt(price))
  }
}
