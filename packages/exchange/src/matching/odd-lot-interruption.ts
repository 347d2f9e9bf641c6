import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import type { PriceGuard } from '@rueda/rules/markets/price-guards.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Session } from '../venue.ts'

/**
 * The volatility interruption of one odd-lot book (`docs/rules/taiwan.md` B.3): a call whose trial price lies too far from the mean
 * of the last minutes is put off, so that whoever sees it can enter or cancel; the call after it takes place at any price.
 */
/** Listings have tiers for the bands of the United States alone. */
const TIER = 1

export class OddLotInterruption {
  readonly #guard: PriceGuard | null
  /** The prices of the calls of the last minutes, oldest first. */
  #calls: Readonly<{ at: Instant; price: bigint }>[] = []
  #until: Instant | null = null

  constructor(market: MarketName) {
    this.#guard = marketFacts[market].guard
  }

  /** True while calls are put off. */
  isOn(at: Instant): boolean {
    return this.#until !== null && at < this.#until
  }

  /** Puts the call off where its price has run away; `last` is what it is measured against while there has been no call. */
  delays(price: bigint, last: bigint, at: Instant, session: Session): boolean {
    const guard = this.#guard
    if (guard === null || session.closesAt - at <= guard.offBeforeCloseMs) return false
    if (this.#until !== null) {
      // It has waited; what it finds is the price to measure from anew.
      this.#until = null
      this.#calls = []
      return false
    }
    this.#calls = this.#calls.filter((call) => at - call.at <= guard.averageMs)
    const { low, high } = guard.band(this.#reference(last), TIER, session.closesAt - at)
    if (price >= low && price <= high) return false
    this.#until = at + guard.pauseMs
    return true
  }

  note(price: bigint, at: Instant): void {
    this.#calls.push({ at, price })
  }

  #reference(last: bigint): bigint {
    const count = BigInt(this.#calls.length)
    return count === 0n ? last : this.#calls.reduce((sum, { price }) => sum + price, 0n) / count
  }
}
