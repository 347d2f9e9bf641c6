import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Side } from '@rueda/rules/side.ts'

/**
 * The outside market does not know our customers, so what they take from its displayed depth is remembered per
 * price and side and refills exponentially (`docs/rules/matching.md` C.5).
 */
export const REFILL_MS = 30 * SECOND_MS

/** Less than this part of a unit is no consumption any more. */
const FORGOTTEN = 0.5

type Consumed = { quantity: number; at: Instant }

export class ConsumedDepth {
  readonly #bids = new Map<number, Consumed>()
  readonly #asks = new Map<number, Consumed>()

  get empty(): boolean {
    return this.#bids.size === 0 && this.#asks.size === 0
  }

  take(side: Side, price: number, quantity: number, now: Instant): void {
    const levels = this.#side(side)
    levels.set(price, { quantity: this.at(side, price, now) + quantity, at: now })
  }

  /** The quantity that is missing at a price now. */
  at(side: Side, price: number, now: Instant): number {
    const levels = this.#side(side)
    const consumed = levels.get(price)
    if (consumed === undefined) return 0
    const left = consumed.quantity * plainArithmetic.exp(-(now - consumed.at) / REFILL_MS)
    if (left >= FORGOTTEN) return left
    levels.delete(price)
    return 0
  }

  /** Whole units of a displayed quantity that are there to be taken. */
  available(side: Side, price: number, displayed: number, now: Instant): number {
    return Math.max(0, Math.floor(displayed - this.at(side, price, now)))
  }

  /** Forgets prices that nobody has looked at since they refilled. */
  sweep(now: Instant): void {
    for (const side of ['buy', 'sell'] as const) {
      for (const price of this.#side(side).keys()) this.at(side, price, now)
    }
  }

  #side(side: Side): Map<number, Consumed> {
    return side === 'buy' ? this.#bids : this.#asks
  }
}
