import { pairMarkets } from '@rueda/rules/markets/markets.ts'
import { DepthTab } from './DepthTab.tsx'
import { PairStrip } from './PairStrip.tsx'
import { PairTerms } from './PairTerms.tsx'
import { SummaryTab } from './SummaryTab.tsx'
import { type QuoteParts, TradedQuote } from './TradedQuote.tsx'

/** Route `pages/quote/forex`: one pair of currencies, or a metal in dollars. */
export const ForexQuote = () => <TradedQuote markets={pairMarkets} parts={parts} />

const parts: QuoteParts = {
  Strip: PairStrip,
  tabs: [
    ['summary', ({ detail, held }) => <SummaryTab detail={detail} held={held} terms={<PairTerms detail={detail} />} />],
    ['depth', DepthTab],
  ],
}
