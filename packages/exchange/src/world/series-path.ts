import type { Instant } from '@rueda/rules/time.ts'
import type { DayNumber } from '../calendars/civil.ts'
import type { BarTree } from '../prices/bar-tree.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import type { BarRequest } from '../venue.ts'
import type { Path, PathBars, PathDay, PathPoint } from './path.ts'

const SCALE = 100_000_000
const plain = (price: bigint): number => Number(price) / SCALE

/** The path of a listing of the simulated market. */
export class SeriesPath implements Path {
  readonly #market: SimMarket
  readonly #id: string

  constructor(market: SimMarket, id: string) {
    this.#market = market
    this.#id = id
  }

  at(now: Instant): PathPoint | null {
    return this.#market.lastAt(this.#id, now)
  }

  day(now: Instant): PathDay | null {
    const quote = this.#market.quote(this.#id, now)
    if (quote === null) return null
    const { at, tradeDate } = quote
    return {
      open: plain(quote.open),
      high: plain(quote.high),
      low: plain(quote.low),
      last: plain(quote.last),
      previousClose: plain(quote.previousClose),
      at,
      tradeDate,
    }
  }

  bars(request: BarRequest, now: Instant): PathBars | null {
    const series = this.#market.bars({ ...request, instrumentId: this.#id }, now)
    if (series === null) return null
    return {
      timeZone: series.timeZone,
      previousClose: plain(series.previousClose),
      bars: series.bars.map(({ at, open, high, low, close, partial }) => ({
        at,
        open: plain(open),
        high: plain(high),
        low: plain(low),
        close: plain(close),
        partial,
      })),
    }
  }

  tree(day: DayNumber, adjust: BarRequest['adjust'], now: Instant): BarTree | null {
    return this.#market.sessionTree(this.#id, day, adjust, now)
  }
}
