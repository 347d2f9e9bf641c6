import type { Market } from '@rueda/contract/codes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { contractMarkets, pairMarkets, shareMarkets, tradedMarkets } from '@rueda/rules/markets/markets.ts'
import { useQuery } from '@tanstack/react-query'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { marketOf, marketOfAddress } from '../../shared/quotes/instrument.ts'
import { useLastInstrument } from '../../shared/quotes/last-instrument.ts'
import { query } from '../../shared/server/api.ts'
import type { RoutePath } from '../../routes.ts'

export type InView = Readonly<{ stockCode: string; market: Market }>
type Markets = readonly [Market, ...Market[]]

/** Pages whose address names an instrument, and the markets each may name. */
const named: Partial<Readonly<Record<RoutePath, Markets>>> = {
  'pages/quote/stock': shareMarkets,
  'pages/payment/stock': shareMarkets,
  'pages/quote/future': contractMarkets,
  'pages/payment/future': contractMarkets,
  'pages/quote/forex': pairMarkets,
  'pages/payment/forex': pairMarkets,
  'pages/quote/globalindex': ['IDX'],
  'pages/payment/close': tradedMarkets,
}

/**
 * The instrument that the workspace shows: the one the address names, or the one seen last, or where there is none what is
 * traded most. Null where the address names none there is; undefined while nothing is known yet.
 */
export function useInView(path: RoutePath): InView | null | undefined {
  const page = useQueryOfPage()
  const last = useLastInstrument()
  const markets = named[path]
  const seen = last.stockCode === null ? null : { stockCode: last.stockCode, market: marketOf(last.market) }
  const { data } = useQuery({
    ...query(quotes.top, { type: 'turnover', market: 'US', limit: 1 }),
    enabled: markets === undefined && seen === null,
  })
  if (markets === undefined) {
    const [first] = data ?? []
    return seen ?? (first === undefined ? undefined : { stockCode: first.stock_code, market: marketOf(first.market) })
  }
  const market = marketOfAddress(page, markets)
  const code = page['code'] ?? ''
  return code === '' || market === null ? null : { stockCode: code, market }
}
