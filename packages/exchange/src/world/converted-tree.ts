import type { BarTree, TreeBar } from '../prices/bar-tree.ts'

/** A session's bars in other terms. Where a conversion turns prices over, what was highest becomes lowest. */
export class ConvertedTree implements BarTree {
  readonly #tree: BarTree
  readonly #price: (price: number) => number

  constructor(tree: BarTree, price: (price: number) => number) {
    this.#tree = tree
    this.#price = price
  }

  get size(): number {
    return this.#tree.size
  }

  bar(index: number): TreeBar {
    const bar = this.#tree.bar(index)
    const { high, low } = convertedRange(bar, this.#price)
    return { from: bar.from, to: bar.to, open: this.#price(bar.open), high, low, close: this.#price(bar.close) }
  }

  divide(index: number): void {
    this.#tree.divide(index)
  }
}

export type Range = Readonly<{ high: number; low: number }>

export function convertedRange({ high, low }: Range, price: (price: number) => number): Range {
  const [one, other] = [price(high), price(low)]
  return { high: Math.max(one, other), low: Math.min(one, other) }
}
