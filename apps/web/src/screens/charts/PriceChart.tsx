import { type KlineBar, type Quote, quotes } from '@rueda/contract/quotes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { useUi } from '@rueda/ui/context.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/dates.ts'
import { Retry } from '@rueda/ui/Retry.tsx'
import { Skeleton, Waiting } from '@rueda/ui/Skeleton.tsx'
import { formatPercent, formatPrice } from '@rueda/ui/format.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useMemo } from 'react'
import { query } from '../../app/api.ts'
import { useLiveBars, usePoll } from '../../app/live.ts'
import { useText } from '../../app/text.ts'
import { whyFailed } from '../../app/why-failed.ts'
import { ChartControls } from './ChartControls.tsx'
import { useChartChoices } from './chart-choices.ts'
import { type ChartRange, grouped, hasDailyBars, isIntraday, klineTypeOf, summaryOf, withLiveBars } from './chart-data.ts'
import type { ChartLine } from './chart-drawing.ts'
import { marketOf } from '../quotes/instrument.ts'

const ChartCanvas = lazy(() => import('./ChartCanvas.tsx'))

/** A bar under the finger, and the price its change is counted from. */
export type Scrubbed = Readonly<{ bar: KlineBar; base: string; daily: boolean; zone: string }>

type PriceChartProps = Readonly<{
  quote: Quote
  /** Average cost and limit orders of whoever looks. */
  lines?: readonly ChartLine[]
  tall?: boolean
  onScrub?: (scrubbed: Scrubbed | null) => void
}>

const NO_LINES: readonly ChartLine[] = []
const MOST_CANDLES = 110
/** Ranges within the day grow every minute; the others hardly change while one looks at them. */
const REREAD_MS = 60_000

/** The prices of an instrument over time, with everything that can be asked of the picture. */
export function PriceChart({ quote, lines = NO_LINES, tall = false, onScrub }: PriceChartProps) {
  const { range, regularOnly } = useChartChoices()
  const type = klineTypeOf(range, regularOnly)
  const poll = usePoll('intraday')
  const series = useQuery({
    ...query(quotes.kline, { stockCode: quote.stock_code, market: marketOf(quote.market), type }),
    refetchInterval: isIntraday(range) ? poll : false,
    staleTime: REREAD_MS,
  })
  const live = useLiveBars(quote.code, type)
  const bars = useMemo(() => withLiveBars(series.data?.items ?? [], live), [series.data, live])
  return (
    <figure className="flex flex-col gap-3">
      <div className={tall ? 'h-[420px]' : 'h-[260px]'}>
        {series.data === undefined ? (
          <ChartWaiting query={series} />
        ) : bars.length === 0 ? (
          <NoTrades />
        ) : (
          <DrawnChart quote={quote} series={series.data} bars={bars} range={range} lines={lines} onScrub={onScrub} />
        )}
      </div>
      <ChartControls quote={quote} bars={bars} zone={series.data?.tz} />
    </figure>
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

type DrawnChartProps = Readonly<{
  quote: Quote
  series: DataOf<typeof quotes.kline>
  bars: readonly KlineBar[]
  range: ChartRange
  lines: readonly ChartLine[]
  onScrub: ((scrubbed: Scrubbed | null) => void) | undefined
}>

function DrawnChart({ quote, series, bars, range, lines, onScrub }: DrawnChartProps) {
  const look = useChartChoices(({ looks }) => looks[quote.market] ?? 'line')
  // The day is counted from the close that the quote's own change is counted from.
  const base = isIntraday(range) ? quote.preClose : null
  const drawn = useMemo(() => (look === 'candles' ? grouped(bars, MOST_CANDLES) : bars), [bars, look])
  const allLines = useMemo(
    () => (base === null ? lines : [{ price: base, label: '', kind: 'previousClose' as const }, ...lines]),
    [base, lines],
  )
  const daily = hasDailyBars(range)
  const { summary, spoken } = useChartWords(quote, bars, base, daily, series.tz)
  return (
    <>
      <figcaption className="sr-only">{summary}</figcaption>
      <Suspense fallback={null}>
        <ChartCanvas
          bars={drawn}
          look={look}
          range={range}
          zone={series.tz}
          base={base}
          lines={allLines}
          decimals={quote.decimals}
          label={summary}
          spoken={spoken}
          onScrub={(bar) => onScrub?.(bar === null ? null : { bar, base: base ?? bars[0]?.open ?? bar.open, daily, zone: series.tz })}
        />
      </Suspense>
    </>
  )
}

function useChartWords({ decimals }: Quote, bars: readonly KlineBar[], base: string | null, daily: boolean, zone: string) {
  const t = useText('quotes')
  const { language } = useUi()
  const range = useChartChoices((choices) => choices.range)
  const price = (value: string) => formatPrice(language, value, decimals)
  const facts = summaryOf(bars, base)
  const summary =
    facts === null
      ? ''
      : t('chart.summary', {
          range: t(`range.${range}`),
          from: price(facts.from),
          to: price(facts.to),
          percent: formatPercent(language, facts.percent),
          high: price(facts.high),
          low: price(facts.low),
        })
  const spoken = (bar: KlineBar) => `${daily ? formatDate(bar.timestamp, zone) : formatDateTime(bar.timestamp)}, ${price(bar.close)}`
  return { summary, spoken }
}
