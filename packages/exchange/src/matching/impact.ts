import { type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'

/**
 * Customers who take liquidity move the quotes for a while: I(t) = ±Y · σ · √(q / V) · (1 + (t − t0) / 60 s)^−½,
 * cut to zero at the end of the session and never more than three percent in all (`docs/rules/matching.md` C.5). The path of
 * the outside market itself never changes; the impact lies over its quotes, and moves no last price, bar or stop
 * (`docs/rules/quotes.md` P.2).
 *
 * A buyer's impact raises the asks and a seller's lowers the bids: nobody is offered a better price because a
 * customer has traded, so that buying and selling in a circle can only lose.
 */
export const IMPACT_FACTOR = 0.8
export const IMPACT_LIMIT = 0.03
const DECAY_MS = MINUTE_MS
/** Executions within one such span count as one, so that cutting an order in pieces gains nothing. */
const SPAN_MS = 10 * SECOND_MS

export type ImpactTerms = Readonly<{ averageDailyVolume: number; dailyVolatility: number }>
type Execution = { span: number; quantity: number; at: Instant; until: Instant; size: number }

/** The impact at the moment of the execution, as a signed ratio; buys are positive. */
export function impactOf(signedQuantity: number, terms: ImpactTerms): number {
  if (signedQuantity === 0 || terms.averageDailyVolume <= 0) return 0
  const size = IMPACT_FACTOR * terms.dailyVolatility * Math.sqrt(Math.abs(signedQuantity) / terms.averageDailyVolume)
  return Math.sign(signedQuantity) * size
}

export class ImpactOverlay {
  #executions: Execution[] = []

  get empty(): boolean {
    return this.#executions.length === 0
  }

  /** Notes an execution that counts until the session ends at `until`. */
  add(signedQuantity: number, now: Instant, until: Instant, terms: ImpactTerms): void {
    const span = Math.floor(now / SPAN_MS)
    const last = this.#executions.at(-1)
    if (last !== undefined && last.span === span && last.until === until) {
      last.quantity += signedQuantity
      last.at = now
      last.size = impactOf(last.quantity, terms)
      return
    }
    this.#executions.push({ span, quantity: signedQuantity, at: now, until, size: impactOf(signedQuantity, terms) })
  }

  /** The whole impact at a moment, as a signed ratio of the price. */
  at(now: Instant): number {
    let total = 0
    // Those of past sessions have no part in it; there may be a great many of them.
    for (let index = this.#executions.length - 1; index >= 0; index -= 1) {
      const execution = this.#executions[index] as Execution
      if (now >= execution.until) break
      if (now >= execution.at) total += execution.size / Math.sqrt(1 + (now - execution.at) / DECAY_MS)
    }
    return Math.max(-IMPACT_LIMIT, Math.min(IMPACT_LIMIT, total))
  }

  forgetBefore(moment: Instant): void {
    this.#executions = this.#executions.filter((execution) => execution.until > moment)
  }
}

/** The move of a price by a ratio, in price units, a multiple of the tick. */
export const shiftOf = (price: number, ratio: number, tick: number): number => (ratio === 0 ? 0 : Math.round((price * ratio) / tick) * tick)
