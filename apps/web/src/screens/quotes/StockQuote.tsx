import { shareMarkets } from '@rueda/rules/markets/markets.ts'
import { CertificateTerms } from './CertificateTerms.tsx'
import { CompanyTab } from './CompanyTab.tsx'
import { DayLimits } from './DayLimits.tsx'
import { DepthTab } from './DepthTab.tsx'
import { SummaryTab } from './SummaryTab.tsx'
import { type QuoteParts, TradedQuote } from './TradedQuote.tsx'
import { TradesTab } from './TradesTab.tsx'
import { NewsAbout } from '../../shared/articles/NewsAbout.tsx'
import { type QuoteDetail } from '../../shared/quotes/instrument.ts'

/** Route `pages/quote/stock`: a stock, wherever it is listed. */
export const StockQuote = () => <TradedQuote markets={shareMarkets} parts={parts} />

const parts: QuoteParts = {
  tabs: [
    ['summary', ({ detail, held }) => <SummaryTab detail={detail} held={held} terms={<StockTerms detail={detail} />} />],
    ['depth', DepthTab],
    ['trades', ({ detail }) => <TradesTab quote={detail} />],
    ['news', ({ detail }) => <NewsAbout quote={detail} />],
    ['company', ({ detail }) => <CompanyTab quote={detail} />],
  ],
}

/** Terms that only some markets' shares have. */
const StockTerms = ({ detail }: Readonly<{ detail: QuoteDetail }>) => (
  <>
    <CertificateTerms detail={detail} />
    <DayLimits detail={detail} />
  </>
)
