import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { DataTable } from '@rueda/ui/lists/DataTable.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../text/text.ts'
import { MAX_ROWS, writeTime } from './bar-times.ts'
import { useChartChoices } from './chart-choices.ts'
import { useChartSeries } from './use-chart-series.ts'
import { useComparison } from './use-comparison.ts'
import { writePoints } from './comparison.ts'

type ComparisonTableProps = Readonly<{ quote: Quote; label: string }>

/** A comparison in numbers, newest first: the percent of each since the first bar of the period. */
export default function ComparisonTable({ quote, label }: ComparisonTableProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const { period } = useChartChoices()
  const { kline, drawn, first } = useChartSeries(quote, false, 0)
  const { bars, lines } = useComparison(quote, { kline, bars: drawn, first })
  const when = writeTime(period, kline?.tz)
  const percent = (points: string | null) => (points === null ? '—' : formatPercent(language, points))
  const rows = bars
    .map((bar, at) => [when(bar.timestamp), percent(bar.close), ...lines.map(({ line }) => percent(writePoints(line[at])))])
    .slice(first)
    .slice(-MAX_ROWS)
    .reverse()
  const columns = [t('bar.time'), quote.stock_code, ...lines.map(({ compared }) => compared.stock_code)]
  return <DataTable label={label} columns={columns} rows={rows} />
}
