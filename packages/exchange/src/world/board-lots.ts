import { divide, greatest } from '@rueda/rules/decimal.ts'
import { boardStepOf } from '@rueda/rules/instruments/terms.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { u } from '../random/murmur.ts'
import type { BarRequest, Depth, Level, Quote, Trade } from '../venue.ts'
import type { Listing } from './listing.ts'

/**
 * A listing whose board trades in whole lots. The model draws single shares: what stands at a price is rounded to a lot
 * at least, and a trade is one of so many lots that over time they are as many shares. The volume of the day and of
 * bars stays as it is drawn, for it counts what trades in less than lots as well.
 */
const ROUNDING_SEED = 7_301

export class BoardLots implements Listing {
  readonly #listing: Listing
  readonly #lot: bigint

  constructor(listing: Listing) {
    this.#listing = listing
    this.#lot = boardStepOf(listing.instrument)
  }

  get instrument() {
    return this.#listing.instrument
  }

  get averageDailyVolume() {
    return this.#listing.averageDailyVolume
  }

  get dailyVolatility() {
    return this.#listing.dailyVolatility
  }

  quote(now: Instant): Quote | null {
    const quote = this.#listing.quote(now)
    if (quote === null) return null
    return { ...quote, bidQuantity: this.#standing(quote.bidQuantity), askQuantity: this.#standing(quote.askQuantity) }
  }

  depth(levels: number, now: Instant): Depth | null {
    const depth = this.#listing.depth(levels, now)
    const inLots = (level: Level): Level => ({ ...level, quantity: this.#standing(level.quantity) })
    return depth === null ? null : { bids: depth.bids.map(inLots), asks: depth.asks.map(inLots) }
  }

  prints(from: Instant, to: Instant): readonly Trade[] {
    return this.#listing.prints(from, to).flatMap((print) => {
      const quantity = this.#traded(print)
      return quantity === 0n ? [] : [{ ...print, quantity }]
    })
  }

  bars(request: BarRequest, now: Instant) {
    return this.#listing.bars(request, now)
  }

  facts(now: Instant) {
    return this.#listing.facts(now)
  }

  corporateActions(from: CalendarDate, to: CalendarDate, now: Instant) {
    return this.#listing.corporateActions(from, to, now)
  }

  #standing(shares: bigint): bigint {
    return shares === 0n ? 0n : greatest(1n, divide(shares, this.#lot, 'HALF_UP')) * this.#lot
  }

  /** Makes less than a lot one as often as it would add up to one. */
  #traded({ quantity, sequence, at }: Trade): bigint {
    const rest = Number(quantity % this.#lot) / Number(this.#lot)
    const more = u(ROUNDING_SEED, Math.floor(at / DAY_MS), sequence) < rest ? 1n : 0n
    return (quantity / this.#lot + more) * this.#lot
  }
}
