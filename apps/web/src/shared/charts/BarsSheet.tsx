import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import { DataTable } from '@rueda/ui/lists/DataTable.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatCompact, formatPrice } from '@rueda/ui/formats/format.ts'
import { useText } from '../text/text.ts'
import { showsTrades } from '../quotes/instrument.ts'
import { MAX_ROWS, writeTime } from './bar-times.ts'
import type { ChartPeriod } from './chart-periods.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'

type BarsSheetProps = Readonly<{
  open: boolean
  onClose: () => void
  quote: Quote
  bars: readonly KlineBar[]
  period: ChartPeriod
  zone: string | undefined
}>

const PRICES = ['time', 'open', 'high', 'low', 'close'] as const

/** The chart in numbers, newest first. */
export function BarsSheet({ open, onClose, quote, bars, period, zone }: BarsSheetProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const title = t('chart.tableTitle', { name: useInstrumentName()(quote) })
  const price = (value: string) => formatPrice(language, value, quote.decimals)
  const when = writeTime(period, zone)
  const columns = [...PRICES, ...(showsTrades(quote) ? (['volume'] as const) : [])]
  const rows = bars
    .slice(-MAX_ROWS)
    .reverse()
    .map((bar) => [
      when(bar.timestamp),
      price(bar.open),
      price(bar.high),
      price(bar.low),
      price(bar.close),
      ...(showsTrades(quote) ? [formatCompact(language, bar.volume)] : []),
    ])
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <DataTable label={title} columns={columns.map((column) => t(`bar.${column}`))} rows={rows} />
    </Sheet>
  )
}
