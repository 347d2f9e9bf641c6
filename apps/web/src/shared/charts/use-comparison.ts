import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import { useMemo } from 'react'
import { type Compared, useCompared } from './chart-comparisons.ts'
import { type ComparedBars, type PercentLine, percentBars, percentLine } from './comparison.ts'
import { usePeriodSeries } from './use-chart-series.ts'

/** An instrument on the chart of another, in percent at each bar of it; null before its price is known, or could be read. */
export type ComparedLine = Readonly<{ compared: Compared; line: PercentLine }>
/** A chart in percent: its own bars, and the lines of the others. */
export type Comparison = Readonly<{ bars: readonly KlineBar[]; lines: readonly ComparedLine[] }>

type Charted = Readonly<{
  kline: DataOf<typeof quotes.kline> | undefined
  bars: readonly KlineBar[]
  /** The first bar of the period, from which everything is counted. */
  first: number
}>

const NOTHING: PercentLine = []

/** The chart of an instrument with those that its reader compares it with, live; no lines where there are none. */
export function useComparison(quote: Quote, { kline, bars, first }: Charted): Comparison {
  const compared = useCompared(quote.code)
  const read = [useRead(compared[0]), useRead(compared[1]), useRead(compared[2])]
  const [one, two, three] = read
  const zone = kline?.tz ?? 'UTC'
  const interval = kline?.interval ?? ''
  return useMemo(() => {
    const chart = { bars: bars.slice(first), zone }
    const before = Array.from({ length: first }, () => null)
    const lineOf = (other: ComparedBars | null | undefined): PercentLine =>
      other === null || other === undefined ? NOTHING : [...before, ...percentLine(chart, other, interval)]
    const others = [one, two, three]
    return {
      bars: percentBars(bars, first),
      lines: compared.map((each, at) => ({ compared: each, line: lineOf(others[at]) })),
    }
  }, [compared, one, two, three, bars, first, zone, interval])
}

/** The bars of one of them for the chart's period; null while they are read, and where there is no such instrument any more. */
function useRead(compared: Compared | undefined): ComparedBars | null {
  const { kline, bars } = usePeriodSeries(compared ?? null)
  const [zone, preClose] = [kline?.tz, kline?.preClose]
  return useMemo(() => (zone === undefined || preClose === undefined ? null : { bars, preClose, zone }), [bars, preClose, zone])
}
