import { clip } from '../random/distributions.ts'
import { type FactorParameters, LOG_VOLATILITY_BOUND, SHOCK_BOUND_IN_MEMORY, logVolatilityVariance } from './parameters.ts'

/**
 * The slow swelling and calming of volatility: each component forgets at its own pace and is pushed by the day's
 * price shock, downward moves making it larger, and by chance of its own.
 */
export class LogVolatility {
  readonly variance: number
  readonly #factor: FactorParameters
  readonly #paces: readonly Pace[]
  readonly #state: number[]

  constructor(factor: FactorParameters) {
    this.#factor = factor
    this.variance = logVolatilityVariance(factor)
    this.#paces = factor.components.map(({ persistence, size, leverage }) => ({
      ...{ persistence, leverage },
      ownShare: Math.sqrt(1 - leverage * leverage),
      scale: size * Math.sqrt(1 - persistence * persistence),
    }))
    this.#state = factor.components.map(() => 0)
  }

  /** The log-volatility of the coming day, known before its shock, and no lower than the calmest that its model knows. */
  level(market: number, calmest: number): number {
    let sum = this.#factor.marketWeight * market
    for (const value of this.#state) sum += value
    return Math.max(calmest, clip(sum, LOG_VOLATILITY_BOUND))
  }

  saved(): readonly number[] {
    return [...this.#state]
  }

  restore(state: readonly number[]): void {
    this.#state.splice(0, this.#state.length, ...state)
  }

  /** After the day: `shock` is its standardised move, `first` and `second` independent normal draws. */
  remember(shock: number, first: number, second: number): void {
    const bounded = clip(shock, SHOCK_BOUND_IN_MEMORY)
    let chance = first
    for (let index = 0; index < this.#paces.length; index += 1) {
      const { persistence, leverage, ownShare, scale } = this.#paces[index] as Pace
      const push = leverage * bounded + ownShare * chance
      this.#state[index] = persistence * (this.#state[index] as number) + scale * push
      chance = second
    }
  }
}

/** A component with the weights of its pushes, which are the same every day. */
type Pace = Readonly<{ persistence: number; leverage: number; ownShare: number; scale: number }>
