import { contractMarkets } from '@rueda/rules/markets/markets.ts'
import { ContractBar, ContractStrip } from './ContractStrip.tsx'
import { ContractTerms } from './ContractTerms.tsx'
import { DepthTab } from './DepthTab.tsx'
import { MonthsTab } from './MonthsTab.tsx'
import { SummaryTab } from './SummaryTab.tsx'
import { type QuoteParts, TradedQuote } from './TradedQuote.tsx'
import { TradesTab } from './TradesTab.tsx'

/** Route `pages/quote/future`: one contract month, with the other months of its family. */
export const FutureQuote = () => <TradedQuote markets={contractMarkets} parts={parts} />

const parts: QuoteParts = {
  Strip: ContractStrip,
  Bar: ContractBar,
  tabs: [
    ['summary', ({ detail, held }) => <SummaryTab detail={detail} held={held} terms={<ContractTerms detail={detail} />} />],
    ['months', MonthsTab],
    ['depth', DepthTab],
    ['trades', ({ detail }) => <TradesTab quote={detail} />],
  ],
}
