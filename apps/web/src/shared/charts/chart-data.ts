import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { wallTimes } from './chart-axis.ts'

/** The data of a chart, computed without drawing: which bars, how many, and their summary. */
/**
 * The bars read, with those that grew or began since. A finished bar is as it was read, one that was still growing as
 * it was last received. Times only go up, each once, as the chart requires.
 */
export function withLiveBars(read: readonly KlineBar[], live: readonly KlineBar[] | null): readonly KlineBar[] {
  const first = read[0]
  if (first === undefined || live === null || live.length === 0) return read
  const byTime = new Map(read.map((bar) => [bar.timestamp, bar]))
  for (const bar of live) {
    const known = byTime.get(bar.timestamp)
    if (bar.timestamp >= first.timestamp && (known === undefined || known.partial === 1)) byTime.set(bar.timestamp, bar)
  }
  return [...byTime.values()].sort((a, b) => a.timestamp - b.timestamp)
}

const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 240]
const WEEK_DAYS = 7
const MONTH_DAYS = 30
const DAYS = [1, WEEK_DAYS, MONTH_DAYS]
/** The first of January 1970 was a Thursday; weeks begin on Monday. */
const DAYS_TO_MONDAY = 3

/**
 * The length of a candle where there is no room for one a bar: the shortest usual length that leaves at most so many of
 * the bars that are shown. Null when they fit as they are.
 */
export function candleLength(bars: readonly KlineBar[], most: number): number | null {
  if (bars.length <= most) return null
  const length = barLength(bars)
  const usual = [...MINUTES.map((minutes) => minutes * MINUTE_MS), ...DAYS.map((days) => days * DAY_MS)]
  return usual.find((each) => each >= (length * bars.length) / most && each > length) ?? MONTH_DAYS * DAY_MS
}

/** Bars per candle. */
export function barsPerCandle(bars: readonly KlineBar[], length: number | null): number {
  return length === null || bars.length < 2 ? 1 : Math.ceil(length / barLength(bars))
}

const barLength = (bars: readonly KlineBar[]): number =>
  Math.min(...bars.slice(1).map(({ timestamp }, at) => timestamp - (bars[at]?.timestamp ?? 0)))

/** Makes longer candles of shorter ones: each begins where the clock, the week or the month does, however the series grows. */
export function grouped(bars: readonly KlineBar[], length: number, zone: string): readonly KlineBar[] {
  const dates =
    length < DAY_MS
      ? null
      : wallTimes(
          bars.map(({ timestamp }) => timestamp),
          zone,
        )
  const groups: KlineBar[][] = []
  let open: number | null = null
  for (const [at, bar] of bars.entries()) {
    const key = groupKey(bar.timestamp, dates?.[at] ?? 0, length)
    if (key === open) groups.at(-1)?.push(bar)
    else groups.push([bar])
    open = key
  }
  return groups.flatMap((group) => joined(group) ?? [])
}

function groupKey(timestamp: number, wallTime: number, length: number): number {
  if (length < DAY_MS) return Math.floor(timestamp / length)
  const date = new Date(wallTime)
  if (length > WEEK_DAYS * DAY_MS) return date.getUTCFullYear() * MONTHS + date.getUTCMonth()
  return Math.floor((Math.floor(wallTime / DAY_MS) + DAYS_TO_MONDAY) / (length / DAY_MS))
}

const MONTHS = 12

function joined(bars: readonly KlineBar[]): KlineBar | null {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    ...first,
    high: outermost(
      bars.map(({ high }) => high),
      Math.max,
    ),
    low: outermost(
      bars.map(({ low }) => low),
      Math.min,
    ),
    close: last.close,
    ...(last.partial === undefined ? {} : { partial: last.partial }),
    volume: String(bars.reduce((sum, { volume }) => sum + Number(volume), 0)),
    turnover: String(bars.reduce((sum, { turnover }) => sum + Number(turnover), 0)),
  }
}

/** The one of the texts that is the largest or smallest number, as it was written. */
function outermost(texts: readonly string[], pick: (...values: number[]) => number): string {
  const values = texts.map(Number)
  return texts[values.indexOf(pick(...values))] ?? '0'
}

export type ChartSummary = Readonly<{ from: string; to: string; percent: string; high: string; low: string }>

/** The summary of the range: first and last price, the change between them, and the high and low. */
export function summaryOf(bars: readonly KlineBar[], base: string | null): ChartSummary | null {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return null
  const from = base ?? first.open
  return {
    from,
    to: last.close,
    percent: percentBetween(from, last.close),
    high: outermost(
      bars.map(({ high }) => high),
      Math.max,
    ),
    low: outermost(
      bars.map(({ low }) => low),
      Math.min,
    ),
  }
}

const PERCENT = 100
const SHOWN_DECIMALS = 4

/** For showing only: the change from one price to another in percent points. */
export function percentBetween(from: string, to: string): string {
  const start = Number(from)
  return start === 0 ? '0' : (((Number(to) - start) / start) * PERCENT).toFixed(SHOWN_DECIMALS)
}

export const difference = (from: string, to: string, decimals: number): string => (Number(to) - Number(from)).toFixed(decimals)
