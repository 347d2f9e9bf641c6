import { contractMarkets } from '@rueda/rules/markets/markets.ts'
import { TradedQuote } from './TradedQuote.tsx'
import { quoteParts } from './quote-parts.tsx'

/** Route `pages/quote/future`: one contract month, with the other months of its family. */
export const FutureQuote = () => <TradedQuote markets={contractMarkets} parts={quoteParts.contracts} />
