import { shareMarkets } from '@rueda/rules/markets/markets.ts'
import { TradedQuote } from './TradedQuote.tsx'
import { quoteParts } from './quote-parts.tsx'

/** Route `pages/quote/stock`: a stock, wherever it is listed. */
export const StockQuote = () => <TradedQuote markets={shareMarkets} parts={quoteParts.shares} />
