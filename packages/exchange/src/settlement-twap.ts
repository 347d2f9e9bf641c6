import { divide } from '@rueda/rules/decimal.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Quote } from './venue.ts'

/**
 * The mean of an instrument's mid over the sixty seconds before a moment, second by second (`docs/rules/futures.md` B.4): what
 * contracts are settled at. It is of the outside market alone, so that it is the same whenever it is computed and no
 * customer's order moves it. Where nobody quotes, the last price stands for the mid.
 */
const SECONDS = 60
const SIDES = 2n

export class SettlementTwap {
  readonly #quote: (instrumentId: string, moment: Instant) => Quote | null
  /** The newest of each instrument: lists ask for the same one again and again. */
  readonly #newest = new Map<string, Readonly<{ moment: Instant; mean: bigint | null }>>()

  constructor(quote: (instrumentId: string, moment: Instant) => Quote | null) {
    this.#quote = quote
  }

  /** Unrounded, in units of 10^-8; null before there is a price. */
  before(instrumentId: string, moment: Instant): bigint | null {
    const known = this.#newest.get(instrumentId)
    if (known?.moment === moment) return known.mean
    const mean = this.#meanBefore(instrumentId, moment)
    this.#newest.set(instrumentId, { moment, mean })
    return mean
  }

  #meanBefore(instrumentId: string, moment: Instant): bigint | null {
    let [twice, count] = [0n, 0n]
    for (let second = SECONDS; second >= 1; second -= 1) {
      const quote = this.#quote(instrumentId, moment - second * SECOND_MS)
      if (quote === null) continue
      twice += quote.bid === 0n || quote.ask === 0n ? quote.last * SIDES : quote.bid + quote.ask
      count += 1n
    }
    return count === 0n ? null : divide(twice, count * SIDES, 'HALF_UP')
  }
}
