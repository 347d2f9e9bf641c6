import { greatest, least } from '@rueda/rules/decimal.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Bar, BarInterval, BarRequest } from './venue.ts'

/** Minutes per bar of the intervals that are put together again after something has been laid over their minutes. */
const MINUTES: Readonly<Partial<Record<BarInterval, number>>> = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '60m': 60 }
const MINUTES_OF_A_DAY = 1_440
const WEEK_IN_DAYS = 7
const MONTH_IN_DAYS = 31

/** The longest time a bar may cover. */
export function spanOf(interval: BarInterval): number {
  const minutes = MINUTES[interval]
  if (minutes !== undefined) return minutes * MINUTE_MS
  const days = interval === 'day' ? 1 : interval === 'week' ? WEEK_IN_DAYS : MONTH_IN_DAYS
  return days * MINUTES_OF_A_DAY * MINUTE_MS
}

/** The end of a bar in a series: the next one's opening, or the end of its span. */
export const endOf = (bar: Pick<Bar, 'at'>, next: Pick<Bar, 'at'> | undefined, interval: BarInterval): Instant =>
  Math.min(next?.at ?? Number.POSITIVE_INFINITY, bar.at + spanOf(interval))

/** The request for the parts of a bar that ends at `end`: days and shorter bars are made of minutes, weeks and months of days. */
export function partsRequest(request: BarRequest, end: Instant): BarRequest {
  const interval = request.interval === 'week' || request.interval === 'month' ? 'day' : '1m'
  return { ...request, interval, until: end - 1, limit: mostPartsOf(request.interval) }
}

/** The request for the days of some weeks or months in a row; where the clocks change, one of the next may be among them. */
export const daysRequest = (request: BarRequest, bars: readonly Pick<Bar, 'at'>[]): BarRequest => ({
  ...request,
  interval: 'day',
  until: (bars.at(-1)?.at ?? request.until) + spanOf(request.interval) - 1,
  limit: bars.length * mostPartsOf(request.interval) + 1,
})

const mostPartsOf = (interval: BarInterval): number =>
  interval === 'month' ? MONTH_IN_DAYS : interval === 'week' ? WEEK_IN_DAYS : (MINUTES[interval] ?? MINUTES_OF_A_DAY)

/** Bars, and the parts that lie in each of them; all oldest first. */
export function withParts<Whole extends Pick<Bar, 'at'>, Part extends Pick<Bar, 'at'>>(
  bars: readonly Whole[],
  parts: readonly Part[],
  interval: BarInterval,
): (readonly [bar: Whole, parts: readonly Part[]])[] {
  let next = 0
  return bars.map((bar, index) => {
    const end = endOf(bar, bars[index + 1], interval)
    while (next < parts.length && (parts[next] as Part).at < bar.at) next += 1
    const first = next
    while (next < parts.length && (parts[next] as Part).at < end) next += 1
    return [bar, parts.slice(first, next)]
  })
}

/** The bar with the prices and sums of its parts. */
export function foldedBar(bar: Bar, parts: readonly Bar[]): Bar {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return bar
  return {
    ...bar,
    open: first.open,
    high: parts.reduce((high, part) => greatest(high, part.high), first.high),
    low: parts.reduce((low, part) => least(low, part.low), first.low),
    close: last.close,
    volume: parts.reduce((sum, part) => sum + part.volume, 0n),
    turnover: parts.reduce((sum, part) => sum + part.turnover, 0n),
  }
}
