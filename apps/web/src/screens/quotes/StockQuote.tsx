import { useQueryOfPage } from '../../app/go.ts'
import { CompanyTab } from './CompanyTab.tsx'
import { DepthTab } from './DepthTab.tsx'
import { SummaryTab } from './SummaryTab.tsx'
import { type QuoteParts, TradedQuote } from './TradedQuote.tsx'
import { TradesTab } from './TradesTab.tsx'
import { marketOf } from './instrument.ts'

/** Route `pages/quote/stock`: a stock, wherever it is listed. */
export function StockQuote() {
  const { market } = useQueryOfPage()
  return <TradedQuote market={marketOf(market)} parts={parts} />
}

const parts: QuoteParts = {
  tabs: [
    ['summary', SummaryTab],
    ['depth', DepthTab],
    ['trades', ({ detail }) => <TradesTab quote={detail} />],
    ['company', ({ detail }) => <CompanyTab quote={detail} />],
  ],
}
