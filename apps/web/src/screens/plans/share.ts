import type { Market } from '@rueda/contract/codes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import type { Share } from './plan-draft.ts'

/** The share of a quote; null in a market where nothing is held in parts. */
export function shareOf(quote: Quote): Share | null {
  const market = marketOf(quote.market)
  const { stock_code: stockCode, name, localLogoUrl, currency } = quote
  return hasParts(market) ? { stockCode, market, name, localLogoUrl, currency } : null
}

export const hasParts = (market: Market): boolean => marketTermsOf(market)?.fractions !== undefined
