import { useUi } from '@rueda/ui/provider/context.tsx'
import type { Market } from '@rueda/contract/codes.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useQueryOfPage, useQueryValue } from '../../shared/pages/go.ts'
import { useFreshQuote, usePoll } from '../../shared/live/live.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import type { Scrubbed } from '../../shared/charts/ChartBody.tsx'
import { PriceChart } from '../../shared/charts/PriceChart.tsx'
import { CloseOnlyNotice } from '../../shared/quotes/CloseOnlyNotice.tsx'
import { useAlertsOf } from '../../shared/alerts/use-alerts-of.ts'
import { AlertButton } from './AlertButton.tsx'
import { QuoteActions } from './QuoteActions.tsx'
import { QuoteHeader } from './QuoteHeader.tsx'
import { QuoteUnavailable } from './QuoteUnavailable.tsx'
import { SessionClock } from './SessionClock.tsx'
import { TradeButtons } from './TradeButtons.tsx'
import { limitReached } from './day-limits.ts'
import { alertLines, instrumentLines } from './instrument-lines.ts'
import type { Held, QuoteParts } from './quote-parts.tsx'
import { type QuoteDetail, marketOf, marketOfAddress } from '../../shared/quotes/instrument.ts'
import { useRememberInstrument } from '../../shared/quotes/last-instrument.ts'
import { useCollapsingPrice } from './use-collapsing-price.tsx'
import { useTicketKeys } from './use-ticket-keys.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

type TradedQuoteProps = Readonly<{ markets: readonly [Market, ...Market[]]; parts: QuoteParts }>

/** Everything needed to decide on one instrument that is traded. */
export function TradedQuote({ markets, parts }: TradedQuoteProps) {
  const page = useQueryOfPage()
  const { code = '', name = code } = page
  const nameOf = useInstrumentName()
  const market = marketOfAddress(page, markets)
  const missing = code === '' || market === null
  const poll = usePoll('detail')
  const asked = { stockCode: code, market: market ?? markets[0] }
  const detail = useQuery({ ...query(quotes.detail, asked), enabled: !missing, refetchInterval: poll })
  if (missing || detail.data === undefined)
    return <QuoteUnavailable title={nameOf({ ...asked, name })} subtitle={code} query={detail} missing={missing} />
  return <ShownQuote key={detail.data.code} detail={detail.data} parts={parts} />
}

type ShownQuoteProps = Readonly<{ detail: QuoteDetail; parts: QuoteParts }>

function ShownQuote({ detail, parts: { Strip, tabs, Bar = TradeButtons } }: ShownQuoteProps) {
  const t = useText('quotes')
  const nameOf = useInstrumentName()
  const { language } = useUi()
  const [scrubbed, setScrubbed] = useState<Scrubbed | null>(null)
  const quote = useFreshQuote(detail)
  const { place, subtitle } = useCollapsingPrice(quote)
  useRememberInstrument(detail)
  useTicketKeys(detail)
  const { data: held } = useQuery({
    ...query(positions.byStock, { stockCode: detail.stock_code, market: marketOf(detail.market) }),
    enabled: useSignedIn(),
  })
  const orders = useText('orders')
  const alerts = useAlertsOf(quote)
  const lines = useMemo(
    () => [...instrumentLines(held, { quotes: t, orders, language }), ...alertLines(alerts)],
    [held, alerts, t, orders, language],
  )
  return (
    <Screen
      title={nameOf(quote)}
      subtitle={subtitle}
      actions={<QuoteActions quote={quote} />}
      stickyBar={<Bar detail={quote} held={held} />}
    >
      <div ref={place}>
        <QuoteHeader quote={quote} scrubbed={scrubbed} limit={limitReached(quote)} action={<AlertButton quote={quote} />} />
      </div>
      <SessionClock quote={quote} />
      <CloseOnlyNotice quote={quote} />
      {Strip === undefined ? null : <Strip detail={quote} held={held} />}
      <PriceChart quote={quote} lines={lines} onScrub={setScrubbed} />
      <QuoteTabs detail={quote} held={held} tabs={tabs} />
    </Screen>
  )
}

type QuoteTabsProps = Readonly<{ detail: QuoteDetail; held: Held | undefined; tabs: QuoteParts['tabs'] }>

function QuoteTabs({ detail, held, tabs }: QuoteTabsProps) {
  const t = useText('quotes')
  // A market that shows no orders has no tab for them.
  const shown = tabs.filter(([name]) => name !== 'depth' || detail.depth !== null)
  const names = shown.map(([name]) => name)
  const [tab, choose] = useQueryValue('tab', names, 'summary')
  const Tab = shown.find(([name]) => name === tab)?.[1]
  return (
    <>
      <div className="sticky top-0 z-10 -mx-edge bg-bg px-edge">
        <ScrollTabs label={t('tabs')} tabs={names.map((value) => ({ value, label: t(`tab.${value}`) }))} value={tab} onChange={choose} />
      </div>
      {Tab === undefined ? null : <Tab detail={detail} held={held} />}
    </>
  )
}
