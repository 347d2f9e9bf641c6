import type { KlineBar, Quote } from '@rueda/contract/quotes.ts'
import { DataTable } from '@rueda/ui/DataTable.tsx'
import { SegmentedControl } from '@rueda/ui/SegmentedControl.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { classes } from '@rueda/ui/classes.ts'
import { useUi } from '@rueda/ui/context.tsx'
import { formatDate, formatDateTime, formatTime } from '@rueda/ui/dates.ts'
import { formatCompact, formatPrice } from '@rueda/ui/format.ts'
import { CandlestickChart, ChartLine, type LucideIcon, Sunrise, Table } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../app/text.ts'
import { zoneName } from './chart-axis.ts'
import { choose, chooseLook, useChartChoices } from './chart-choices.ts'
import { type ChartRange, chartRanges, hasDailyBars, isIntraday } from './chart-data.ts'

type ChartControlsProps = Readonly<{ quote: Quote; bars: readonly KlineBar[]; zone: string | undefined }>

/** Which range, line or candles, with or without the hours around the session, and the same as a table. */
export function ChartControls({ quote, bars, zone }: ChartControlsProps) {
  const t = useText('quotes')
  const { range, regularOnly, looks } = useChartChoices()
  const [tableOpen, setTableOpen] = useState(false)
  const candles = looks[quote.market] === 'candles'
  const ranges = chartRanges.map((value) => ({ value, label: t(`range.${value}`), spoken: t(`range.spoken.${value}`) }))
  return (
    <>
      <SegmentedControl label={t('chart.range')} options={ranges} value={range} onChange={(next) => choose({ range: next })} />
      <div className="scrollbar-none -my-1.5 flex items-center gap-4 overflow-x-auto">
        <ChartChoice
          icon={candles ? ChartLine : CandlestickChart}
          label={t(candles ? 'chart.line' : 'chart.candles')}
          onPress={() => chooseLook(quote.market, candles ? 'line' : 'candles')}
        />
        {range === 'Current' ? (
          <ChartChoice
            icon={Sunrise}
            label={t('chart.extended')}
            pressed={!regularOnly}
            onPress={() => choose({ regularOnly: !regularOnly })}
          />
        ) : null}
        {bars.length === 0 ? null : <ChartChoice icon={Table} label={t('chart.asTable')} onPress={() => setTableOpen(true)} />}
        {zone === undefined || !hasDailyBars(range) ? null : (
          <span className="ml-auto flex-none text-micro text-text3">{t('chart.marketTime', { zone: zoneName(zone) })}</span>
        )}
      </div>
      <BarsSheet open={tableOpen} onClose={() => setTableOpen(false)} quote={quote} bars={bars} when={writeTime(range, zone)} />
    </>
  )
}

type ChartChoiceProps = Readonly<{ icon: LucideIcon; label: string; pressed?: boolean; onPress: () => void }>

function ChartChoice({ icon: Icon, label, pressed, onPress }: ChartChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classes(
        'inline-flex min-h-11 flex-none items-center gap-1.5 text-meta font-medium',
        pressed === false ? 'text-text3' : 'text-accent',
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} />
      {label}
    </button>
  )
}

const MOST_ROWS = 60

/** A date for bars of whole days, a time within one day, both where a bar is an hour of a week. */
function writeTime(range: ChartRange, zone: string | undefined): (timestamp: number) => string {
  if (hasDailyBars(range)) return (timestamp) => formatDate(timestamp, zone)
  return isIntraday(range) ? (timestamp) => formatTime(timestamp) : (timestamp) => formatDateTime(timestamp)
}

type BarsSheetProps = Readonly<{
  open: boolean
  onClose: () => void
  quote: Quote
  bars: readonly KlineBar[]
  when: (timestamp: number) => string
}>

/** The chart in numbers, newest first. */
function BarsSheet({ open, onClose, quote, bars, when }: BarsSheetProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const price = (value: string) => formatPrice(language, value, quote.decimals)
  const columns = ['time', 'open', 'high', 'low', 'close', 'volume'] as const
  const rows = bars
    .slice(-MOST_ROWS)
    .reverse()
    .map((bar) => [
      when(bar.timestamp),
      price(bar.open),
      price(bar.high),
      price(bar.low),
      price(bar.close),
      formatCompact(language, bar.volume),
    ])
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.tableTitle', { name: quote.name })}>
      <DataTable label={t('chart.tableTitle', { name: quote.name })} columns={columns.map((column) => t(`bar.${column}`))} rows={rows} />
    </Sheet>
  )
}
