import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { query } from '../shared/server/api.ts'
import { useFreshQuote, usePoll } from '../shared/live/live.ts'
import { useSignedIn } from '../shared/security/session.ts'
import { useText } from '../shared/text/text.ts'
import { whyFailed } from '../shared/failures/why-failed.ts'
import { AccountFocus } from '../screens/home/AccountFocus.tsx'
import { IndicesFocus } from '../screens/home/IndicesFocus.tsx'
import { DepthTab } from '../screens/quotes/DepthTab.tsx'
import type { Scrubbed } from '../shared/charts/ChartBody.tsx'
import { PriceChart } from '../shared/charts/PriceChart.tsx'
import { QuoteHeader, quoteSubtitle } from '../screens/quotes/QuoteHeader.tsx'
import { QuoteStats, YearRange } from '../screens/quotes/SummaryTab.tsx'
import { TradesTab } from '../screens/quotes/TradesTab.tsx'
import { type QuoteDetail, marketOf, showsTrades } from '../shared/quotes/instrument.ts'
import { useLastInstrument } from '../shared/quotes/last-instrument.ts'
import { useInstrumentName } from '../shared/quotes/instrument-name.ts'

const ACCOUNT_PAGES = /^\/pages\/(profile|trade|setting|order|wallet|deposit|withdraw|bcard|vm|kycverify|statement|service)/u

/** The pane beside the shell: context to look at. Everything that does something stays in the shell. */
export function FocusPane() {
  const { pathname } = useLocation()
  const signedIn = useSignedIn()
  const { stockCode, market } = useLastInstrument()
  if (signedIn && ACCOUNT_PAGES.test(pathname)) return <AccountFocus />
  if (stockCode === null) return <IndicesFocus />
  return <InstrumentFocus key={`${market} ${stockCode}`} stockCode={stockCode} market={market} />
}

function InstrumentFocus({ stockCode, market }: Readonly<{ stockCode: string; market: string }>) {
  const poll = usePoll('detail')
  const detail = useQuery({ ...query(quotes.detail, { stockCode, market: marketOf(market) }), refetchInterval: poll })
  return (
    <div className="flex flex-col gap-3 p-6">
      <Loaded query={detail} reason={whyFailed} skeleton={<Skeleton height={520} className="rounded-card" />}>
        {(data) => <ShownInstrument detail={data} />}
      </Loaded>
    </div>
  )
}

const DESKTOP_LEVELS = 10

function ShownInstrument({ detail }: { detail: QuoteDetail }) {
  const t = useText('quotes')
  const nameOf = useInstrumentName()
  const [scrubbed, setScrubbed] = useState<Scrubbed | null>(null)
  const quote = useFreshQuote(detail)
  const traded = detail.depth !== null
  return (
    <>
      <div>
        <h2 className="text-title">{nameOf(quote)}</h2>
        <p className="text-meta text-text3">{quoteSubtitle(t, quote)}</p>
      </div>
      <QuoteHeader quote={quote} scrubbed={scrubbed} />
      <PriceChart tall quote={quote} onScrub={setScrubbed} />
      {traded ? (
        <div className={classes('grid items-start gap-3', showsTrades(quote) && 'grid-cols-2')}>
          <section aria-label={t('tab.depth')}>
            <DepthTab detail={quote} levels={DESKTOP_LEVELS} />
          </section>
          {showsTrades(quote) ? (
            <section aria-label={t('tab.trades')}>
              <TradesTab quote={quote} />
            </section>
          ) : null}
        </div>
      ) : null}
      <Card>
        <QuoteStats detail={quote} columns={3} />
        <YearRange detail={quote} />
      </Card>
    </>
  )
}
