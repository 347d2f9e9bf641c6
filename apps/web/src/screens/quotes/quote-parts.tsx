import type { Listed } from '@rueda/rules/markets/market.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import type { ComponentType } from 'react'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { positions } from '@rueda/contract/positions.ts'
import { NewsAbout } from '../../shared/articles/NewsAbout.tsx'
import type { QuoteDetail } from '../../shared/quotes/instrument.ts'
import { CertificateTerms } from './CertificateTerms.tsx'
import { CompanyTab } from './CompanyTab.tsx'
import { ContractBar, ContractStrip } from './ContractStrip.tsx'
import { ContractTerms } from './ContractTerms.tsx'
import { DayLimits } from './DayLimits.tsx'
import { DepthTab } from './DepthTab.tsx'
import { IndexTerms } from './IndexTerms.tsx'
import { MonthsTab } from './MonthsTab.tsx'
import { PairStrip } from './PairStrip.tsx'
import { PairTerms } from './PairTerms.tsx'
import { QuoteStats, SummaryTab, YearRange } from './SummaryTab.tsx'
import { TradesTab } from './TradesTab.tsx'

export type Held = DataOf<typeof positions.byStock>
export type QuotePart = ComponentType<Readonly<{ detail: QuoteDetail; held: Held | undefined }>>
export type QuoteTabName = 'summary' | 'months' | 'depth' | 'trades' | 'news' | 'company'

/** The parts of a quote that depend on its market; everything else is the same for all that is traded. */
export type QuoteParts = Readonly<{
  /** Between the price and the chart. */
  Strip?: QuotePart
  tabs: readonly (readonly [name: QuoteTabName, Tab: QuotePart])[]
  /** Instead of the buttons to buy and sell. */
  Bar?: QuotePart
}>

/** Terms that only some markets' shares have. */
const StockTerms = ({ detail }: Readonly<{ detail: QuoteDetail }>) => (
  <>
    <CertificateTerms detail={detail} />
    <DayLimits detail={detail} />
  </>
)

const Trades: QuotePart = ({ detail }) => <TradesTab quote={detail} />
const News: QuotePart = ({ detail }) => <NewsAbout quote={detail} />

export const quoteParts: Readonly<Record<Listed, QuoteParts>> = {
  shares: {
    tabs: [
      ['summary', ({ detail, held }) => <SummaryTab detail={detail} held={held} terms={<StockTerms detail={detail} />} />],
      ['depth', DepthTab],
      ['trades', Trades],
      ['news', News],
      ['company', ({ detail }) => <CompanyTab quote={detail} />],
    ],
  },
  contracts: {
    Strip: ContractStrip,
    Bar: ContractBar,
    tabs: [
      ['summary', ({ detail, held }) => <SummaryTab detail={detail} held={held} terms={<ContractTerms detail={detail} />} />],
      ['months', MonthsTab],
      ['depth', DepthTab],
      ['trades', Trades],
    ],
  },
  pairs: {
    Strip: PairStrip,
    tabs: [
      ['summary', ({ detail, held }) => <SummaryTab detail={detail} held={held} terms={<PairTerms detail={detail} />} />],
      ['depth', DepthTab],
    ],
  },
  values: {
    tabs: [
      ['summary', ({ detail }) => <IndexSummary detail={detail} />],
      ['news', News],
    ],
  },
}

/** The day of a reference value in figures, and what it is made of. */
const IndexSummary = ({ detail }: Readonly<{ detail: QuoteDetail }>) => (
  <>
    <Card>
      <QuoteStats detail={detail} />
      <YearRange detail={detail} />
    </Card>
    <IndexTerms detail={detail} />
  </>
)
