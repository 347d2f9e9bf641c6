import { scaled } from '@rueda/rules/decimal.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { Bar, BarRequest, Quote } from '../venue.ts'
import { StillMarket } from './still-market.ts'

/** A still market whose last price follows what the test writes down: from each moment on, that price. */
export class MovingMarket extends StillMarket {
  path: readonly (readonly [from: Instant, price: string])[] = []

  override quote(instrumentId: string, now: Instant): Quote {
    const quote = super.quote(instrumentId, now)
    const last = this.priceAt(now)
    return { ...quote, last, high: last, low: last }
  }

  override bars(request: BarRequest, now: Instant) {
    const series = super.bars(request, now)
    return { ...series, bars: series.bars.map((bar) => this.#bar(bar, Math.min(now, bar.at + MINUTE_MS))) }
  }

  priceAt(moment: Instant): bigint {
    return scaled(this.path.findLast(([from]) => from <= moment)?.[1] ?? this.last)
  }

  #bar(bar: Bar, end: Instant): Bar {
    const prices: bigint[] = []
    for (let second = bar.at; second < end; second += SECOND_MS) prices.push(this.priceAt(second))
    const [first = bar.open] = prices
    const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1))
    return { ...bar, open: first, high: sorted.at(-1) ?? first, low: sorted[0] ?? first, close: prices.at(-1) ?? first }
  }
}
