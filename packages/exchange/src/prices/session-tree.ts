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
  readonly #bars: TreeBar[] = []

  constructor(tape: Tape, pulse: MarketPulse, scale: Scale | null) {
    this.#tape = tape
    this.#scale = scale
    this.#cursor = new TreeCursor(pulse, tape.root)
  }

  get size(): number {
    return this.#cursor.size
  }

  bar(index: number): TreeBar {
    const known = this.#bars[index]
    if (known !== undefined) return known
    this.#cursor.look(index)
    const { from, to, open, high, low, close } = this.#cursor.leaf
    const bar = { from, to, open: this.#price(open), high: this.#price(high), low: this.#price(low), close: this.#price(close) }
    this.#bars[index] = bar
    return bar
  }

  divide(index: number): void {
    const whole = this.bar(index)
    this.#cursor.look(index)
    const { high, low } = this.#cursor.leaf
    const logs = { high, low }
    this.#cursor.divide(index)
    const left = this.#cursor.size - 1
    this.#cursor.look(left)
    const middle = this.#price(this.#cursor.leaf.close)
    this.#bars[left] = this.#half(whole, logs, whole.open, middle)
    this.#cursor.look(index)
    this.#bars[index] = this.#half(whole, logs, middle, whole.close)
  }

  /** The half of a bar that the cursor looks at; what it has in common with the whole is the same price. */
  #half(whole: TreeBar, logs: Readonly<{ high: number; low: number }>, open: number, close: number): TreeBar {
    const { from, to, high, low } = this.#cursor.leaf
    return {
      from,
      to,
      open,
      high: high === logs.high ? whole.high : this.#price(high),
      low: low === logs.low ? whole.low : this.#price(low),
      close,
    }
  }

  #price(log: number): number {
    const units = this.#tape.unitPrice(log)
    return (this.#scale === null ? units : Math.round(units * this.#scale.price)) / UNITS_PER_ONE
  }
}
