import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, query } from '../server/api.ts'
import { useLiveBars, usePoll } from '../live/live.ts'
import { marketOf } from '../quotes/instrument.ts'
import { useChartChoices } from './chart-choices.ts'
import { barsPerCandle, candleLength, grouped, withLiveBars } from './chart-data.ts'
import { intervalNamed, isIntraday, isRange, klineTypeOf } from './chart-periods.ts'

/** Ranges within the day grow every minute; the others hardly change while one looks at them. */
const REREAD_MS = 60_000
/** As many as a telephone shows well: candles of a range, bars of one length. */
const MAX_CANDLES = 110
const BARS_IN_VIEW = 120

type Charted = Pick<Quote, 'code' | 'stock_code' | 'market'>

/** The bars of the chosen period, live; none of nothing. */
export function usePeriodSeries(quote: Charted | null) {
  const { period, regularOnly, adjusts } = useChartChoices()
  const type = klineTypeOf(period, regularOnly)
  const poll = usePoll('intraday')
  const series = useQuery({
    ...query(quotes.kline, { ...inputOf(quote ?? NOTHING, adjusts), type }),
    enabled: quote !== null,
    refetchInterval: isIntraday(period) ? poll : false,
    staleTime: REREAD_MS,
  })
  const heard = useLiveBars(quote?.code ?? null, type)
  const bars = useMemo(() => withLiveBars(series.data?.items ?? NONE, heard), [series.data, heard])
  return { query: series, kline: series.data, bars }
}

const NOTHING: Charted = { code: '', stock_code: '', market: '' }

const inputOf = (quote: Charted, adjusts: boolean) => ({
  stockCode: quote.stock_code,
  market: marketOf(quote.market),
  adjust: adjusts ? ('split' as const) : ('none' as const),
})

/** The bars that a chart draws: candles where those are chosen, with as many older bars in front as are looked back to. */
export function useChartSeries(quote: Quote, candles: boolean, looksBack: number) {
  const { period, adjusts } = useChartChoices()
  const { query: read, kline, bars } = usePeriodSeries(quote)
  const length = useMemo(() => (candles && isRange(period) ? candleLength(bars, MAX_CANDLES) : null), [candles, period, bars])
  const older = useOlderBars(inputOf(quote, adjusts), kline, looksBack * barsPerCandle(bars, length))
  const zone = kline?.tz ?? 'UTC'
  const drawn = useMemo(() => {
    const all = older.bars.length === 0 ? bars : [...older.bars, ...bars]
    return length === null ? all : grouped(all, length, zone)
  }, [older.bars, bars, length, zone])
  const from = (isRange(period) ? bars[0] : bars.at(-Math.min(BARS_IN_VIEW, bars.length)))?.timestamp ?? 0
  const first = drawn.findLastIndex(({ timestamp }) => timestamp <= from)
  return { query: read, kline, drawn, first: Math.max(0, first), more: older.more }
}

type OlderBars = Readonly<{ bars: readonly KlineBar[]; more: (() => void) | null }>

const NONE: readonly KlineBar[] = []
const MIN_BARS_A_PAGE = 300
const MAX_BARS_A_PAGE = 1_500

function useOlderBars(input: ReturnType<typeof inputOf>, kline: DataOf<typeof quotes.kline> | undefined, count: number): OlderBars {
  const wanted = count > 0
  const limit = Math.min(MAX_BARS_A_PAGE, Math.max(MIN_BARS_A_PAGE, count))
  const first = kline?.items[0]?.timestamp
  const interval = kline === undefined ? null : intervalNamed(kline.interval)
  const read = useInfiniteQuery({
    queryKey: [quotes.kline.path, input, 'older', interval, first, limit],
    queryFn: ({ pageParam, signal }) =>
      call(quotes.kline, { ...input, type: interval ?? 'day', endTimestamp: pageParam, limit }, { signal }),
    initialPageParam: (first ?? 0) - 1,
    getNextPageParam: (page) => (page.items.length < limit ? undefined : (page.items[0]?.timestamp ?? 0) - 1),
    enabled: wanted && first !== undefined && interval !== null,
    // Past bars do not change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { hasNextPage, isFetching, fetchNextPage } = read
  const pages = read.data?.pages
  const bars = useMemo(
    () =>
      pages === undefined ? NONE : pages.toReversed().flatMap(({ items }) => items.filter(({ timestamp }) => timestamp < (first ?? 0))),
    [pages, first],
  )
  return { bars, more: wanted && hasNextPage && !isFetching ? () => void fetchNextPage() : null }
}
