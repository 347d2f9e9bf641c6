import { normal } from '../random/distributions.ts'
import { KeyedHash, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { type PriceUnits, tickUnits } from './price-units.ts'
import type { TreeRoot } from './tree-cursor.ts'

/**
 * A price's quantity relative to the usual: drawn for each epoch, and drifting from one to the next. A price
 * is looked at with every cycle for as long as an epoch lasts, so its draws are kept; ticks that lie far apart share a place.
 */
const PLACES = 64
/** The epoch shares a word with the tag, above it. */
const TAGS = 256
const hash = new KeyedHash()

export class SizeNoise {
  readonly #root: TreeRoot
  readonly #prices = new Int32Array(PLACES)
  readonly #epochs = new Int32Array(PLACES).fill(-1)
  readonly #now = new Float64Array(PLACES)
  readonly #next = new Float64Array(PLACES)

  constructor(root: TreeRoot) {
    this.#root = root
  }

  /** `into` is how far the epoch has come, from 0 to 1. */
  at(price: PriceUnits, epoch: number, into: number): number {
    const place = (price / tickUnits(price)) & (PLACES - 1)
    if (this.#prices[place] !== price || this.#epochs[place] !== epoch) this.#draw(place, price, epoch)
    return (1 - into) * (this.#now[place] as number) + into * (this.#next[place] as number)
  }

  #draw(place: number, price: PriceUnits, epoch: number): void {
    const goesOn = this.#prices[place] === price && this.#epochs[place] === epoch - 1
    this.#now[place] = goesOn ? (this.#next[place] as number) : this.#drawn(price, epoch)
    this.#next[place] = this.#drawn(price, epoch + 1)
    this.#prices[place] = price
    this.#epochs[place] = epoch
  }

  #drawn(price: PriceUnits, epoch: number): number {
    const { key, instrument, dayWord, arithmetic } = this.#root
    hash.mix(key, instrument, streamTag.depth + epoch * TAGS, dayWord, price)
    return normal(uniform(hash.low), arithmetic)
  }
}
