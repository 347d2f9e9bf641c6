import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { regularPriceOf } from '../quotes/regular-price.ts'
import { useChartChoices } from './chart-choices.ts'
import { difference, percentBetween } from './chart-data.ts'
import { type ChartRange, isIntraday, isRange } from './chart-periods.ts'
import { usePeriodSeries } from './use-chart-series.ts'

/** A move of the price; `range` is the range of the chart that it is over, null for the day. Decimal text, percent in points. */
export type RangeChange = Readonly<{ absolute: string; percent: string; range: ChartRange | null }>

/** The move over what the chart shows: from the first price of its range to the newest of regular hours, or the day's. */
export function useRangeChange(quote: Quote): RangeChange {
  const { period } = useChartChoices()
  const { bars } = usePeriodSeries(quote)
  const from = bars[0]?.open
  const { price, change, percent } = regularPriceOf(quote)
  if (!isRange(period) || isIntraday(period) || from === undefined) {
    return { absolute: change, percent, range: null }
  }
  return {
    absolute: difference(from, price, quote.decimals),
    percent: percentBetween(from, price),
    range: period,
  }
}
