import { patiently } from '@rueda/ui/loading/patiently.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { Skeleton, Waiting } from '@rueda/ui/loading/Skeleton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { Suspense, lazy, useMemo } from 'react'
import { useText } from '../text/text.ts'
import { showsTrades } from '../quotes/instrument.ts'
import { whyFailed } from '../failures/why-failed.ts'
import { ComparisonChart } from './ComparisonChart.tsx'
import { useCompared } from './chart-comparisons.ts'
import { useChartChoices } from './chart-choices.ts'
import { baseOf, hasDailyBars } from './chart-periods.ts'
import type { ChartLine, ChartLook } from './drawing.ts'
import { type Study, warmUpOf } from './studies/study.ts'
import { rememberPointed } from './pointed-bar.ts'
import { useChartMarks } from './use-chart-marks.ts'
import { useChartSeries } from './use-chart-series.ts'
import { useChartWords } from './use-chart-words.ts'

/** Bars loaded before the period when a reader begins to move. */
const LOOK_BACK_BARS = 120

const NO_STUDIES: readonly Study[] = []

const ChartCanvas = lazy(() => patiently(() => import('./ChartCanvas.tsx')))

/** A bar under the finger, and the price its change is counted from. */
export type Scrubbed = Readonly<{ bar: KlineBar; base: string; daily: boolean; zone: string }>

export type ChartBodyProps = Readonly<{
  quote: Quote
  /** The reader's average cost and limit orders. */
  lines: readonly ChartLine[]
  /** The number of panes that fit below the prices. */
  mostPanes: number
  /** True if the reader moves along the bars: where the chart fills the screen. */
  free?: boolean
  turned?: boolean
  onScrub: (scrubbed: Scrubbed | null) => void
  /** The line of an order was moved to a price; where it is missing, lines stay where they are. */
  onMoveLine?: ((orderId: string, price: number) => void) | undefined
}>

/** The drawing of the chosen period, or the reason there is none. It fills the box it is given. */
export function ChartBody(props: ChartBodyProps) {
  const { quote, mostPanes, free = false } = props
  const choices = useChartChoices()
  const showsVolume = showsTrades(quote)
  const panes = useMemo(
    () => choices.panes.filter(({ kind }) => showsVolume || kind !== 'volume').slice(-mostPanes),
    [choices.panes, mostPanes, showsVolume],
  )
  const compares = useCompared(quote.code).length > 0
  const look = compares ? 'line' : (choices.looks[quote.market] ?? 'line')
  const overlays = compares ? NO_STUDIES : choices.overlays
  const looksBack = Math.max(free && !compares ? LOOK_BACK_BARS : 0, ...[...overlays, ...panes].map(warmUpOf))
  const { query, kline, drawn, first, more } = useChartSeries(quote, look === 'candles', looksBack)
  if (kline === undefined) return <ChartWaiting query={query} />
  if (drawn.length === 0) return <NoTrades />
  if (compares) {
    const { turned = false, onScrub } = props
    return <ComparisonChart {...{ quote, kline, drawn, first, panes, free, turned, onScrub }} />
  }
  return (
    <DrawnChart
      {...props}
      kline={kline}
      drawn={drawn}
      first={first}
      look={look}
      overlays={overlays}
      panes={panes}
      onStart={free ? more : null}
    />
  )
}

type ChartWaitingProps = Readonly<{ query: { error: unknown; isFetching: boolean; refetch: () => unknown } }>

function ChartWaiting({ query }: ChartWaitingProps) {
  if (query.error === null) {
    return (
      <Waiting>
        <Skeleton height={260} className="rounded-card" />
      </Waiting>
    )
  }
  return (
    <div className="grid h-full place-items-center">
      <Retry reason={whyFailed(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
    </div>
  )
}

function NoTrades() {
  const t = useText('quotes')
  return (
    <div className="grid h-full grid-rows-[1fr_auto_1fr] text-center text-meta text-text3">
      <span />
      <span className="border-b border-dashed border-line-strong pb-2">{t('chart.empty')}</span>
    </div>
  )
}

type DrawnChartProps = ChartBodyProps &
  Readonly<{
    kline: DataOf<typeof quotes.kline>
    drawn: readonly KlineBar[]
    first: number
    look: ChartLook
    overlays: readonly Study[]
    panes: readonly Study[]
    onStart: (() => void) | null
  }>

function DrawnChart(props: DrawnChartProps) {
  const { quote, kline, drawn, first, look, lines, overlays, panes, free = false, turned = false, onScrub, onMoveLine, onStart } = props
  const t = useText('charts')
  const { period, regularOnly } = useChartChoices()
  const base = baseOf(quote, period, regularOnly)
  const allLines = useMemo(
    () => (base === null ? lines : [{ price: base, label: '', kind: 'previousClose' as const }, ...lines]),
    [base, lines],
  )
  const daily = hasDailyBars(period)
  const marks = useChartMarks(quote, drawn, kline.tz)
  const inPeriod = useMemo(() => drawn.slice(first), [drawn, first])
  const words = useChartWords({ quote, bars: inPeriod, base, period, zone: kline.tz, marks })
  const write = useWritePrice(quote.decimals)
  const opening = base ?? inPeriod[0]?.open
  const scrub = (bar: KlineBar | null) => {
    if (bar !== null) rememberPointed(quote.code, bar.timestamp)
    onScrub(bar === null ? null : { bar, base: opening ?? bar.open, daily, zone: kline.tz })
  }
  return (
    <>
      <figcaption className="sr-only">{words.summary}</figcaption>
      <Suspense fallback={<div aria-busy />}>
        <ChartCanvas
          bars={drawn}
          first={first}
          look={look}
          period={period}
          zone={daily ? kline.tz : null}
          base={base}
          lines={allLines}
          compared={null}
          overlays={overlays}
          panes={panes}
          marks={marks}
          decimals={quote.decimals}
          write={write}
          free={free}
          turned={turned}
          label={words.summary}
          spoken={words.spoken}
          marked={words.marked}
          onScrub={scrub}
          onMoveLine={onMoveLine}
          moveHint={t('moveLine')}
          onStart={onStart}
        />
      </Suspense>
    </>
  )
}

function useWritePrice(decimals: number): (value: number) => string {
  const { language } = useUi()
  return useMemo(() => (value: number) => formatPrice(language, value.toFixed(decimals), decimals), [language, decimals])
}
