import type { Quote } from '@rueda/contract/quote-shapes.ts'
import type { KlineType } from '../live/live.ts'

/** The periods of a chart: a range that fills it, or bars of one length that go back as far as one likes. */
export const chartRanges = ['Current', '1D', '1W', '1M', '3M', '1Y'] as const
export const chartIntervals = ['1m', '5m', '15m', '30m', '60m', 'day', 'week', 'month'] as const
export type ChartRange = (typeof chartRanges)[number]
export type ChartInterval = (typeof chartIntervals)[number]
export type ChartPeriod = ChartRange | ChartInterval

export const isRange = (period: ChartPeriod): period is ChartRange => chartRanges.some((range) => range === period)
export const isPeriod = (text: unknown): text is ChartPeriod => [...chartRanges, ...chartIntervals].some((period) => period === text)

/** The series behind a period: the day so far may leave out what was traded before the open and after the close. */
export const klineTypeOf = (period: ChartPeriod, regularOnly: boolean): KlineType =>
  period === 'Current' && regularOnly ? 'Regular' : period

/** The two ranges of one day, whose change is counted from the previous close. */
export const isIntraday = (period: ChartPeriod): boolean => period === 'Current' || period === '1D'

const DAILY: readonly ChartPeriod[] = ['3M', '1Y', 'day', 'week', 'month']
/** Bars of whole days carry the market's date, the others a time of the reader's own clock. */
export const hasDailyBars = (period: ChartPeriod): boolean => DAILY.includes(period)

/** The interval that goes on before the first bar of a series; null where the server names none that can be asked for. */
export const intervalNamed = (name: string): ChartInterval | null => chartIntervals.find((interval) => interval === name) ?? null

type Counted = Pick<Quote, 'preClose' | 'decimals' | 'extendedHours'>

/**
 * The close that a chart of one day counts from; null for longer ones. It is the one that the quote's own change counts from, but for a
 * chart of regular hours that still shows the last session while prices of before the next one come in.
 */
export function baseOf({ preClose, decimals, extendedHours }: Counted, period: ChartPeriod, regularOnly: boolean): string | null {
  if (!isIntraday(period)) return null
  if (extendedHours === undefined || klineTypeOf(period, regularOnly) === 'Current') return preClose
  return (Number(extendedHours.regularClose) - Number(extendedHours.regularChange)).toFixed(decimals)
}
