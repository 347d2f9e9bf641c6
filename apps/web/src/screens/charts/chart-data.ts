import type { KlineBar } from '@rueda/contract/quotes.ts'

/** What a chart draws, worked out without drawing: which bars, how many, and what they amount to. */
export const chartRanges = ['Current', '1D', '1W', '1M', '3M', '1Y'] as const
export type ChartRange = (typeof chartRanges)[number]

/** The series behind a range: the day so far may leave out what was traded before the open and after the close. */
export const klineTypeOf = (range: ChartRange, regularOnly: boolean) => (range === 'Current' && regularOnly ? 'Regular' : range)

export const isIntraday = (range: ChartRange): boolean => range === 'Current' || range === '1D'
/** Bars of whole days carry the market's date, the others a time of the reader's own clock. */
export const hasDailyBars = (range: ChartRange): boolean => range === '3M' || range === '1Y'

/**
 * The bars read, with those that grew or began since. A finished bar stands as it was read, one that was still growing
 * as it was last heard. Times only go up, each once: the chart insists on it.
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

/** Fewer, longer candles where there is no room for all: each takes a whole group's open, high, low, close and volume. */
export function grouped(bars: readonly KlineBar[], most: number): readonly KlineBar[] {
  const size = Math.ceil(bars.length / most)
  if (size <= 1) return bars
  const groups: KlineBar[] = []
  for (let at = 0; at < bars.length; at += size) {
    const group = joined(bars.slice(at, at + size))
    if (group !== null) groups.push(group)
  }
  return groups
}

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

/** What the range amounts to: from where to where, by how much, and how far it went on the way. */
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
