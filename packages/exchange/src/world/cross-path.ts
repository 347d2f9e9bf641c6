import type { Instant } from '@rueda/rules/time.ts'
import type { BarRequest } from '../venue.ts'
import type { Path, PathBar, PathBars, PathDay, PathPoint } from './path.ts'

/**
 * A currency cross out of its two legs: what one of them is worth in the other at each moment, so that nobody can go
 * round in a triangle and gain. Highs and lows are those of the times at which both legs' bars begin and end.
 */
export class CrossPath implements Path {
  readonly #first: Path
  readonly #second: Path
  readonly #how: 'product' | 'quotient'

  constructor(first: Path, second: Path, how: 'product' | 'quotient') {
    this.#first = first
    this.#second = second
    this.#how = how
  }

  #join(a: number, b: number): number {
    return this.#how === 'product' ? a * b : a / b
  }

  at(now: Instant): PathPoint | null {
    const [a, b] = [this.#first.at(now), this.#second.at(now)]
    return a === null || b === null ? null : { price: this.#join(a.price, b.price), tradeDate: a.tradeDate }
  }

  day(now: Instant): PathDay | null {
    const [a, b] = [this.#first.day(now), this.#second.day(now)]
    if (a === null || b === null) return null
    const [open, last] = [this.#join(a.open, b.open), this.#join(a.last, b.last)]
    const { high, low } = this.#rangeOf(a, b, open, last)
    return {
      open,
      last,
      high,
      low,
      previousClose: this.#join(a.previousClose, b.previousClose),
      at: Math.max(a.at, b.at),
      tradeDate: a.tradeDate,
    }
  }

  bars(request: BarRequest, now: Instant): PathBars | null {
    const [a, b] = [this.#first.bars(request, now), this.#second.bars(request, now)]
    if (a === null || b === null) return null
    const others = new Map(b.bars.map((bar) => [bar.at, bar]))
    const bars = a.bars.flatMap((bar) => {
      const other = others.get(bar.at)
      return other === undefined ? [] : [this.#bar(bar, other)]
    })
    return { timeZone: a.timeZone, previousClose: this.#join(a.previousClose, b.previousClose), bars }
  }

  #bar(a: PathBar, b: PathBar): PathBar {
    const [open, close] = [this.#join(a.open, b.open), this.#join(a.close, b.close)]
    return { at: a.at, open, close, ...this.#rangeOf(a, b, open, close), partial: a.partial }
  }

  /**
   * Where each leg was when the other stood highest is not known from two bars; halfway between the joined extremes
   * and the bar's own ends is the middle of what is possible.
   */
  #rangeOf(a: Range, b: Range, open: number, close: number): Range {
    const isProduct = this.#how === 'product'
    const highest = this.#join(a.high, isProduct ? b.high : b.low)
    const lowest = this.#join(a.low, isProduct ? b.low : b.high)
    const [top, bottom] = [Math.max(open, close), Math.min(open, close)]
    return { high: (top + highest) / 2, low: (bottom + lowest) / 2 }
  }
}

type Range = Readonly<{ high: number; low: number }>
