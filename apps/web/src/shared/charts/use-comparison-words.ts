import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'
import { useText } from '../text/text.ts'
import { type ChartPeriod, hasDailyBars, isRange } from './chart-periods.ts'
import { writePoints } from './comparison.ts'
import type { Comparison } from './use-comparison.ts'

type Told = Readonly<{ quote: Quote; comparison: Comparison; period: ChartPeriod; zone: string }>

/** A comparison in words: as a whole, and bar by bar, "Aurora Devices +2,02%". */
export function useComparisonWords({ quote, comparison: { bars, lines }, period, zone }: Told) {
  const t = useText('quotes')
  const c = useText('charts')
  const { language } = useUi()
  const nameOf = useInstrumentName()
  const moved = (name: string, points: string | null): string[] => (points === null ? [] : [`${name} ${formatPercent(language, points)}`])
  const movesAt = (at: number): string[] => [
    ...moved(nameOf(quote), bars[at]?.close ?? null),
    ...lines.flatMap(({ compared, line }) => moved(nameOf(compared), writePoints(line[at]))),
  ]
  const daily = hasDailyBars(period)
  return {
    summary: c('compare.summary', {
      range: isRange(period) ? t(`range.${period}`) : c(`interval.${period}`),
      moves: movesAt(bars.length - 1).join(', '),
    }),
    spoken: ({ timestamp }: KlineBar, at: number): string =>
      [daily ? formatDate(timestamp, zone) : formatDateTime(timestamp), ...movesAt(at)].join(', '),
  }
}
