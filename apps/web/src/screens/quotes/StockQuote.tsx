import type { DataOf } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { Screen } from '@rueda/ui/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/ScrollTabs.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatPrice } from '@rueda/ui/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../app/api.ts'
import { useQueryOfPage, useQueryValue } from '../../app/go.ts'
import { useFreshQuote, usePoll } from '../../app/live.ts'
import { useSignedIn } from '../../app/session.ts'
import { useText } from '../../app/text.ts'
import { CompanyTab } from './CompanyTab.tsx'
import { DepthTab } from './DepthTab.tsx'
import type { Scrubbed } from '../charts/ChartBody.tsx'
import { PriceChart } from '../charts/PriceChart.tsx'
import { QuoteActions } from './QuoteActions.tsx'
import { QuoteHeader, quoteSubtitle } from './QuoteHeader.tsx'
import { QuoteUnavailable } from './QuoteUnavailable.tsx'
import { SummaryTab } from './SummaryTab.tsx'
import { TradesTab } from './TradesTab.tsx'
import { instrumentLines } from './instrument-lines.ts'
import { marketOf, ticketHref } from './instrument.ts'
import { useRememberInstrument } from './last-instrument.ts'
import { useTicketKeys } from './use-ticket-keys.ts'

export type QuoteDetail = DataOf<typeof quotes.detail>

/** Route `pages/quote/stock`: everything needed to decide on one stock. */
export function StockQuote() {
  const { code = '', market, name = code } = useQueryOfPage()
  const poll = usePoll('detail')
  const detail = useQuery({
    ...query(quotes.detail, { stockCode: code, market: marketOf(market) }),
    enabled: code !== '',
    refetchInterval: poll,
  })
  if (detail.data === undefined) return <QuoteUnavailable title={name} subtitle={code} query={detail} missing={code === ''} />
  return <ShownStock key={detail.data.code} detail={detail.data} />
}

function ShownStock({ detail }: { detail: QuoteDetail }) {
  const t = useText('quotes')
  const [scrubbed, setScrubbed] = useState<Scrubbed | null>(null)
  const quote = useFreshQuote(detail)
  useRememberInstrument(detail)
  useTicketKeys(detail)
  const held = useQuery({
    ...query(positions.byStock, { stockCode: detail.stock_code, market: marketOf(detail.market) }),
    enabled: useSignedIn(),
  })
  const lines = useMemo(() => instrumentLines(held.data, t('chart.average')), [held.data, t])
  return (
    <Screen
      title={quote.name}
      subtitle={quoteSubtitle(quote)}
      actions={<QuoteActions quote={quote} />}
      stickyBar={<TradeButtons detail={quote} />}
    >
      <QuoteHeader quote={quote} scrubbed={scrubbed} />
      <PriceChart quote={quote} lines={lines} onScrub={setScrubbed} />
      <QuoteTabs detail={quote} held={held.data} />
    </Screen>
  )
}

const tabNames = ['summary', 'depth', 'trades', 'company'] as const

type QuoteTabsProps = Readonly<{ detail: QuoteDetail; held: DataOf<typeof positions.byStock> | undefined }>

function QuoteTabs({ detail, held }: QuoteTabsProps) {
  const t = useText('quotes')
  const [tab, choose] = useQueryValue('tab', tabNames, 'summary')
  // A market that shows no orders has no tab for them.
  const shown = tabNames.filter((name) => name !== 'depth' || detail.depth !== null)
  return (
    <>
      <div className="sticky top-0 z-10 -mx-edge bg-bg px-edge">
        <ScrollTabs label={t('tabs')} tabs={shown.map((value) => ({ value, label: t(`tab.${value}`) }))} value={tab} onChange={choose} />
      </div>
      {tab === 'summary' ? <SummaryTab detail={detail} position={held?.position ?? null} /> : null}
      {tab === 'depth' ? <DepthTab detail={detail} /> : null}
      {tab === 'trades' ? <TradesTab quote={detail} /> : null}
      {tab === 'company' ? <CompanyTab quote={detail} /> : null}
    </>
  )
}

/** What one would get and pay this moment stands on the buttons. */
function TradeButtons({ detail }: { detail: QuoteDetail }) {
  const t = useText('quotes')
  const { language } = useUi()
  const at = (price: string | null) => (price === null ? '' : ` ${formatPrice(language, price, detail.decimals)}`)
  return (
    <>
      <Button tone="sell" size="large" href={ticketHref(detail, 'sell')}>
        <span>
          {t('sell')}
          <span className="num">{at(detail.bid)}</span>
        </span>
      </Button>
      <Button tone="buy" size="large" href={ticketHref(detail, 'buy')}>
        <span>
          {t('buy')}
          <span className="num">{at(detail.ask)}</span>
        </span>
      </Button>
    </>
  )
}
