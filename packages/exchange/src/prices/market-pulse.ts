import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, type SipKey, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { MARKET_INDEX } from './parameters.ts'

const PLACES = 16_384

/**
 * The shock that all companies share at one place of the day's tree, so that they move together at every scale.
 * Three hundred of them ask for the same one within a second: the newest answers are kept.
 */
export class MarketPulse {
  readonly #hash = new KeyedHash()
  readonly #days = new Int32Array(PLACES).fill(-1)
  readonly #nodes = new Int32Array(PLACES)
  readonly #shocks = new Float64Array(PLACES)

  at(key: SipKey, dayWord: number, node: number, arithmetic: Arithmetic): number {
    const place = node & (PLACES - 1)
    if (this.#days[place] === dayWord && this.#nodes[place] === node) return this.#shocks[place] as number
    this.#hash.mix(key, MARKET_INDEX, streamTag.splitMarket, dayWord, node)
    const shock = normal(uniform(this.#hash.low), arithmetic)
    this.#days[place] = dayWord
    this.#nodes[place] = node
    this.#shocks[place] = shock
    return shock
  }
}
