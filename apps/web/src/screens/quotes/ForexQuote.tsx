import { pairMarkets } from '@rueda/rules/markets/markets.ts'
import { TradedQuote } from './TradedQuote.tsx'
import { quoteParts } from './quote-parts.tsx'

/** Route `pages/quote/forex`: one pair of currencies, or a metal in dollars. */
export const ForexQuote = () => <TradedQuote markets={pairMarkets} parts={quoteParts.pairs} />
