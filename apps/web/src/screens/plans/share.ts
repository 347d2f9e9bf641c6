import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import type { Share } from './plan-draft.ts'

/** The share of a quote; null for what no part of can be bought. */
export function shareOf(quote: Quote): Share | null {
  const market = marketOf(quote.market)
  if (market !== 'US' && market !== 'AR') return null
  if (marketTermsOf(market)?.fractions === undefined) return null
  const { stock_code: stockCode, name, localLogoUrl, currency } = quote
  return { stockCode, market, name, localLogoUrl, currency }
}
