import { quotes } from '@rueda/contract/quotes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useMemo, useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useFreshQuote, usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import type { Scrubbed } from '../../shared/charts/ChartBody.tsx'
import { PriceChart } from '../../shared/charts/PriceChart.tsx'
import { NewsAbout } from '../../shared/articles/NewsAbout.tsx'
import { useAlertsOf } from '../../shared/alerts/use-alerts-of.ts'
import { AlertButton } from './AlertButton.tsx'
import { alertLines } from './instrument-lines.ts'
import { IndexTerms } from './IndexTerms.tsx'
import { QuoteActions } from './QuoteActions.tsx'
import { QuoteHeader } from './QuoteHeader.tsx'
import { RelatedFutures } from './RelatedFutures.tsx'
import { QuoteUnavailable } from './QuoteUnavailable.tsx'
import { SessionClock } from './SessionClock.tsx'
import { QuoteStats, YearRange } from './SummaryTab.tsx'
import { type QuoteDetail, marketOfAddress } from '../../shared/quotes/instrument.ts'
import { useRememberInstrument } from '../../shared/quotes/last-instrument.ts'
import { useCollapsingPrice } from './use-collapsing-price.tsx'
import { useWatching } from '../../shared/watchlist/watching.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

const MARKET = 'IDX'

/** Route `pages/quote/globalindex`: a reference value. It is watched, not traded. */
export function IndexQuote() {
  const page = useQueryOfPage()
  const { code = '', name = code } = page
  const nameOf = useInstrumentName()
  const missing = code === '' || marketOfAddress(page, [MARKET]) === null
  const poll = usePoll('detail')
  const detail = useQuery({ ...query(quotes.detail, { stockCode: code, market: MARKET }), enabled: !missing, refetchInterval: poll })
  if (missing || detail.data === undefined)
    return <QuoteUnavailable title={nameOf({ stockCode: code, market: MARKET, name })} subtitle={code} query={detail} missing={missing} />
  return <ShownIndex key={detail.data.code} detail={detail.data} />
}

function ShownIndex({ detail }: { detail: QuoteDetail }) {
  const t = useText('quotes')
  const nameOf = useInstrumentName()
  const [scrubbed, setScrubbed] = useState<Scrubbed | null>(null)
  const quote = useFreshQuote(detail)
  const { place, subtitle } = useCollapsingPrice(quote)
  useRememberInstrument(detail)
  const alerts = useAlertsOf(quote)
  const lines = useMemo(() => alertLines(alerts), [alerts])
  return (
    <Screen title={nameOf(quote)} subtitle={subtitle} actions={<QuoteActions quote={quote} />} stickyBar={<WatchButton detail={quote} />}>
      <div ref={place}>
        <QuoteHeader quote={quote} scrubbed={scrubbed} action={<AlertButton quote={quote} />} />
      </div>
      <SessionClock quote={quote} />
      <PriceChart quote={quote} lines={lines} onScrub={setScrubbed} />
      <Card>
        <QuoteStats detail={quote} />
        <YearRange detail={quote} />
      </Card>
      <InlineMessage tone="info">{t('index.note')}</InlineMessage>
      <RelatedFutures code={quote.code} />
      <IndexTerms detail={quote} />
      <NewsAbout quote={quote} titled />
    </Screen>
  )
}

function WatchButton({ detail }: { detail: QuoteDetail }) {
  const t = useText('quotes')
  const watching = useWatching()
  const watched = watching.isWatched(detail)
  return (
    <Button tone={watched ? 'secondary' : 'primary'} size="large" onPress={() => void watching.toggle(detail)}>
      <Star aria-hidden size={20} strokeWidth={1.75} className={watched ? 'fill-current' : ''} />
      {t(watched ? 'menu.unwatch' : 'menu.watch')}
    </Button>
  )
}
