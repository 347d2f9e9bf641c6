import { patiently } from '@rueda/ui/loading/patiently.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import {
  CandlestickChart,
  ChartLine,
  GitCompareArrows,
  type LucideIcon,
  Maximize2,
  SlidersHorizontal,
  StickyNote,
  Sunrise,
  Table,
} from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useText } from '../text/text.ts'
import { BarsSheet } from './BarsSheet.tsx'
import { zoneName } from './chart-axis.ts'
import { useCompared } from './chart-comparisons.ts'
import { choose, chooseLook, useChartChoices } from './chart-choices.ts'
import { type ChartRange, chartRanges, hasDailyBars, isRange } from './chart-periods.ts'
import { usePeriodSeries } from './use-chart-series.ts'

const ComparisonSheet = lazy(() => patiently(() => import('./ComparisonSheet.tsx')))
const ComparisonTable = lazy(() => patiently(() => import('./ComparisonTable.tsx')))
const ChartNotes = lazy(async () => ({ default: (await patiently(() => import('./notes/ChartNotes.tsx'))).ChartNotes }))
const ChartSettings = lazy(() => patiently(() => import('./ChartSettings.tsx')))

type ChartControlsProps = Readonly<{
  quote: Quote
  mostPanes: number
  /** All in one line, where there is the width for it. */
  inLine: boolean
  onFull: () => void
}>

/** The controls of the chart: its period, line or candles, its studies and marks, what it is compared with, and its views as a table and over the whole screen. */
export function ChartControls({ quote, mostPanes, inLine, onFull }: ChartControlsProps) {
  const t = useText('quotes')
  const c = useText('charts')
  const { period } = useChartChoices()
  const { bars, kline } = usePeriodSeries(quote)
  const compares = useCompared(quote.code).length > 0
  const [sheet, setSheet] = useState<'table' | 'settings' | 'compare' | 'notes' | null>(null)
  const zone = kline?.tz
  return (
    <div className={inLine ? 'flex flex-none items-center gap-4 *:first:w-[300px] @max-[680px]:[&_[data-words]]:sr-only' : 'contents'}>
      <RangeControl />
      <div className="-my-1.5 flex min-w-0 flex-1 items-center gap-4">
        <div className="scrollbar-none flex min-w-0 flex-1 items-center gap-4 overflow-x-auto">
          {compares ? null : <LookChoice market={quote.market} />}
          <ChartChoice icon={SlidersHorizontal} label={c('settings')} onPress={() => setSheet('settings')} />
          {isRange(period) ? null : <span className="flex-none text-meta text-text2">{c(`interval.${period}`)}</span>}
          {zone === undefined || !hasDailyBars(period) ? null : <MarketTime zone={zone} />}
        </div>
        {bars.length === 0 ? null : (
          <span className="-mr-[10px] flex flex-none">
            {period === 'Current' ? <ExtendedChoice /> : null}
            {inLine ? <IconButton icon={StickyNote} label={c('notes')} onPress={() => setSheet('notes')} /> : null}
            <IconButton icon={GitCompareArrows} label={c('compare')} onPress={() => setSheet('compare')} />
            <IconButton icon={Table} label={t('chart.asTable')} onPress={() => setSheet('table')} />
            <IconButton icon={Maximize2} label={c('full')} onPress={onFull} />
          </span>
        )}
      </div>
      <BarsSheet
        open={sheet === 'table' && !compares}
        onClose={() => setSheet(null)}
        quote={quote}
        bars={bars}
        period={period}
        zone={zone}
      />
      <Sheet open={sheet === 'table' && compares} onClose={() => setSheet(null)} title={c('compare.title')}>
        <Suspense fallback={null}>
          <ComparisonTable quote={quote} label={c('compare.title')} />
        </Suspense>
      </Sheet>
      <Sheet open={sheet === 'compare'} onClose={() => setSheet(null)} title={c('compare.title')}>
        <Suspense fallback={null}>
          <ComparisonSheet quote={quote} />
        </Suspense>
      </Sheet>
      <Sheet open={sheet === 'notes'} onClose={() => setSheet(null)} title={c('notes')}>
        <Suspense fallback={null}>
          <ChartNotes quote={quote} />
        </Suspense>
      </Sheet>
      <Sheet open={sheet === 'settings'} onClose={() => setSheet(null)} title={c('settings.title')}>
        <Suspense fallback={null}>
          <ChartSettings market={quote.market} mostPanes={mostPanes} />
        </Suspense>
      </Sheet>
    </div>
  )
}

export function RangeControl() {
  const t = useText('quotes')
  const { period } = useChartChoices()
  const ranges = chartRanges.map((value) => ({ value, label: t(`range.${value}`), spoken: t(`range.spoken.${value}`) }))
  return (
    <SegmentedControl<ChartRange>
      label={t('chart.range')}
      options={ranges}
      value={isRange(period) ? period : null}
      onChange={(next) => choose({ period: next })}
    />
  )
}

export function LookChoice({ market }: { market: string }) {
  const t = useText('quotes')
  const candles = useChartChoices(({ looks }) => looks[market] === 'candles')
  return (
    <ChartChoice
      icon={candles ? ChartLine : CandlestickChart}
      label={t(candles ? 'chart.line' : 'chart.candles')}
      onPress={() => chooseLook(market, candles ? 'line' : 'candles')}
    />
  )
}

function ExtendedChoice() {
  const t = useText('quotes')
  const regularOnly = useChartChoices((choices) => choices.regularOnly)
  return (
    <IconButton icon={Sunrise} label={t('chart.extended')} pressed={!regularOnly} onPress={() => choose({ regularOnly: !regularOnly })} />
  )
}

/** Bars of whole days carry the market's dates. */
function MarketTime({ zone }: { zone: string }) {
  const t = useText('quotes')
  const told = t('chart.marketTime', { zone: zoneName(zone) })
  return (
    <span className="flex-none text-micro text-text3" title={told}>
      <span aria-hidden>{zoneName(zone)}</span>
      <span className="sr-only">{told}</span>
    </span>
  )
}

type ChartChoiceProps = Readonly<{ icon: LucideIcon; label: string; onPress: () => void }>

function ChartChoice({ icon: Icon, label, onPress }: ChartChoiceProps) {
  return (
    <button
      type="button"
      title={label}
      onClick={onPress}
      className="inline-flex min-h-11 flex-none items-center gap-1.5 text-meta font-medium whitespace-nowrap text-accent"
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} />
      <span data-words>{label}</span>
    </button>
  )
}
