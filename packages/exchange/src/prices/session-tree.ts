import type { Scale } from './adjusted-bars.ts'
import type { BarTree, TreeBar } from './bar-tree.ts'
import type { MarketPulse } from './market-pulse.ts'
import { UNITS_PER_ONE } from './price-units.ts'
import type { Tape } from './tape.ts'
import { TreeCursor } from './tree-cursor.ts'

/** A finished session's tree in the listing's own prices, the same to the last bit as the bars made from it. */
export class SessionTree implements BarTree {
  readonly #tape: Tape
  readonly #scale: Scale | null
  readonly #cursor: TreeCursor

  constructor(tape: Tape, pulse: MarketPulse, scale: Scale | null) {
    this.#tape = tape
    this.#scale = scale
    this.#cursor = new TreeCursor(pulse, tape.root)
  }

  look(): TreeBar | null {
    if (!this.#cursor.look()) return null
    const { from, to, open, high, low, close } = this.#cursor.leaf
    return { from, to, open: this.#price(open), high: this.#price(high), low: this.#price(low), close: this.#price(close) }
  }

  divide(): void {
    this.#cursor.divide()
  }

  pass(): void {
    this.#cursor.pass()
  }

  #price(log: number): number {
    const units = this.#tape.unitPrice(log)
    return (this.#scale === null ? units : Math.round(units * this.#scale.price)) / UNITS_PER_ONE
  }
}
