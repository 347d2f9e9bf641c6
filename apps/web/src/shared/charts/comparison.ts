import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { dateInZone } from './chart-axis.ts'

/** Several instruments on one chart, computed without drawing: each in percent of its price at the first bar of the period. */
/** One instrument's bars with the time zone of their market; `preClose` is the close before the first of them, "0" where there is none. */
export type ComparedBars = Readonly<{ bars: readonly KlineBar[]; preClose: string; zone: string }>
/** Percent points at each bar of the chart; null before there is a price. */
export type PercentLine = readonly (number | null)[]

const PERCENT = 100
const SHOWN_DECIMALS = 4

const percentFrom = (base: number, price: number): number => (base === 0 ? 0 : ((price - base) / base) * PERCENT)

/** Percent points as decimal text; null where there are none. */
export const writePoints = (points: number | null | undefined): string | null => points?.toFixed(SHOWN_DECIMALS) ?? null

/** The chart's own bars in percent of the opening of the one at `first`, as decimal text. */
export function percentBars(bars: readonly KlineBar[], first: number): readonly KlineBar[] {
  const base = Number(bars[first]?.open ?? 0)
  const percent = (price: string): string => percentFrom(base, Number(price)).toFixed(SHOWN_DECIMALS)
  return bars.map((bar) => ({
    ...bar,
    open: percent(bar.open),
    high: percent(bar.high),
    low: percent(bar.low),
    close: percent(bar.close),
  }))
}

/**
 * Another instrument at the bars of a chart: at each its last known price, in percent of that at the first. Bars within a day are in line
 * where they begin at the same moment, wherever their markets are; bars of a day, a week or a month where they are of the same one in their
 * own markets. While its market is closed or has a holiday, its line stands still.
 */
export function percentLine(chart: Pick<ComparedBars, 'bars' | 'zone'>, other: ComparedBars, interval: string): PercentLine {
  const place = placesOf(interval)
  const here = chart.bars.map(({ timestamp }) => place(timestamp, chart.zone))
  const there = other.bars.map(({ timestamp }) => place(timestamp, other.zone))
  const known = lastKnown(here, there, other)
  const base = basePrice(here[0], there, other, known[0] ?? null)
  return known.map((price) => (price === null ? null : percentFrom(base, price)))
}

/** The price at each place of the chart: the close of the last bar that has begun by then, before all of them the close before. */
function lastKnown(here: readonly number[], there: readonly number[], { bars, preClose }: ComparedBars): readonly (number | null)[] {
  let next = 0
  let price = Number(preClose) > 0 ? Number(preClose) : null
  return here.map((place) => {
    for (let bar = bars[next]; bar !== undefined && (there[next] ?? 0) <= place; bar = bars[next]) {
      price = Number(bar.close)
      next += 1
    }
    return price
  })
}

/** The opening of the bar in line with the chart's first, else the price known then, else the first that comes. */
function basePrice(first: number | undefined, there: readonly number[], { bars }: ComparedBars, known: number | null): number {
  const inLine = first === undefined ? undefined : bars[there.indexOf(first)]
  return inLine === undefined ? (known ?? Number(bars[0]?.open ?? 0)) : Number(inLine.open)
}

const WEEK_DAYS = 7
const MONTHS = 12
/** The first of January 1970 was a Thursday; weeks begin on Monday. */
const DAYS_TO_MONDAY = 3

/** Where a bar stands among those of other markets. */
function placesOf(interval: string): (timestamp: number, zone: string) => number {
  const day = (timestamp: number, zone: string): number => Date.parse(dateInZone(timestamp, zone)) / DAY_MS
  switch (interval) {
    case 'day':
      return day
    case 'week':
      return (timestamp, zone) => Math.floor((day(timestamp, zone) + DAYS_TO_MONDAY) / WEEK_DAYS)
    case 'month':
      return (timestamp, zone) => {
        const date = new Date(day(timestamp, zone) * DAY_MS)
        return date.getUTCFullYear() * MONTHS + date.getUTCMonth()
      }
    default:
      return (timestamp) => timestamp
  }
}
