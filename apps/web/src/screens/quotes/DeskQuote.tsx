import type { OrderRow } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Scrubbed } from '../../shared/charts/ChartBody.tsx'
import { PriceChart } from '../../shared/charts/PriceChart.tsx'
import { useFreshQuote, useFreshness } from '../../shared/live/live.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useShortcut } from '../../shared/pages/shortcuts.ts'
import { AmendOrder } from '../../shared/orders/AmendOrder.tsx'
import type { Amendable } from '../../shared/orders/amendment.ts'
import { CloseOnlyNotice } from '../../shared/quotes/CloseOnlyNotice.tsx'
import { ExtendedPrice } from '../../shared/quotes/ExtendedPrice.tsx'
import { regularPriceOf } from '../../shared/quotes/regular-price.ts'
import { type QuoteDetail, isIndex, marketOf, ticketPathOf, ticketQuery } from '../../shared/quotes/instrument.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { useRememberInstrument } from '../../shared/quotes/last-instrument.ts'
import { query } from '../../shared/server/api.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { useAlertsOf } from '../../shared/alerts/use-alerts-of.ts'
import { AlertButton } from './AlertButton.tsx'
import { AtLimit } from './DayLimits.tsx'
import { QuoteActions } from './QuoteActions.tsx'
import { BarFacts, Moved, QuoteState, quoteSubtitle } from './QuoteHeader.tsx'
import { SessionClock } from './SessionClock.tsx'
import { limitReached } from './day-limits.ts'
import { alertLines, instrumentLines, waitingPrice } from './instrument-lines.ts'
import { type Held, quoteParts } from './quote-parts.tsx'

/** What the customer has in an instrument: the position, its lots on margin, the orders at work. */
export function useHeld(detail: QuoteDetail): Held | undefined {
  const { data } = useQuery({
    ...query(positions.byStock, { stockCode: detail.stock_code, market: marketOf(detail.market) }),
    enabled: useSignedIn() && !isIndex(detail),
  })
  return data
}

type DeskQuoteProps = Readonly<{
  detail: QuoteDetail
  /** Buttons of the frame: before the instrument's name, and beside its own. */
  lead?: ReactNode
  tools?: ReactNode
  /** The instrument in view: it is remembered, and the keys for buying and selling are its own. */
  isInView: boolean
}>

/** The instrument on a desk: its head in one line, and its chart in all the room that is left. */
export function DeskQuote({ detail, lead, tools, isInView }: DeskQuoteProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const [scrubbed, setScrubbed] = useState<Scrubbed | null>(null)
  const quote = useFreshQuote(detail)
  const held = useHeld(detail)
  const orders = useText('orders')
  const alerts = useAlertsOf(quote)
  const lines = useMemo(
    () => [...instrumentLines(held, { quotes: t, orders, language }), ...alertLines(alerts)],
    [held, alerts, t, orders, language],
  )
  const [moved, setMoved] = useState<Moved | null>(null)
  const move = (orderId: string, to: number) => {
    const order = held?.orders.find(({ id }) => id === orderId)
    const waiting = order === undefined ? null : waitingPrice(order)
    if (order !== undefined && waiting !== null) setMoved({ order, opening: { [waiting.field]: onTick(to, detail) } })
  }
  const { Strip } = quoteParts[marketFacts[marketOf(detail.market)].lists]
  return (
    <div className="@container flex min-h-0 flex-1 flex-col gap-2 px-edge pt-2 pb-2">
      {isInView ? <InView detail={detail} /> : null}
      <Head quote={quote} scrubbed={scrubbed} isMain={isInView} lead={lead} tools={tools} />
      <CloseOnlyNotice quote={quote} />
      {Strip === undefined ? null : <Strip detail={quote} held={held} />}
      <PriceChart fills quote={quote} lines={lines} onScrub={setScrubbed} onMoveLine={move} />
      <AmendSheet moved={moved} onClose={() => setMoved(null)} />
    </div>
  )
}

/** A price under the mouse, at the next one that an order may have. */
export function onTick(price: number, { tickSize, decimals }: Pick<QuoteDetail, 'tickSize' | 'decimals'>): string {
  const tick = Number(tickSize)
  return (Math.round(price / tick) * tick).toFixed(decimals)
}

type Moved = Readonly<{ order: OrderRow; opening: Amendable }>

/** A line that was moved sends nothing: the change is looked at first, with what it costs. */
function AmendSheet({ moved, onClose }: Readonly<{ moved: Moved | null; onClose: () => void }>) {
  const t = useText('orders')
  const shown = useLastShown(moved)
  return (
    <Sheet
      open={moved !== null}
      onClose={onClose}
      title={shown === null ? '' : `${shown.order.stockCode} · ${t(shown.order.direction === 0 ? 'tag.buy' : 'tag.sell')}`}
    >
      {shown === null ? null : <AmendOrder key={`${shown.order.id} ${JSON.stringify(shown.opening)}`} {...shown} onClose={onClose} />}
    </Sheet>
  )
}

function InView({ detail }: Readonly<{ detail: QuoteDetail }>) {
  const go = useGo()
  useRememberInstrument(detail)
  const order = (side: 'buy' | 'sell') => {
    if (!isIndex(detail)) go(ticketPathOf(detail), ticketQuery(detail, side), { replace: true })
  }
  useShortcut('b', () => order('buy'))
  useShortcut('s', () => order('sell'))
  return null
}

type HeadProps = Readonly<{ quote: QuoteDetail; scrubbed: Scrubbed | null; isMain: boolean; lead: ReactNode; tools: ReactNode }>

function Head({ quote, scrubbed, isMain, lead, tools }: HeadProps) {
  const t = useText('quotes')
  const nameOf = useInstrumentName()
  const freshness = useFreshness(quote)
  const Title = isMain ? 'h1' : 'h2'
  const limit = limitReached(quote)
  const stale = freshness === 'stale' || freshness === 'offline'
  return (
    <header className="flex min-h-[52px] flex-none items-center gap-3">
      {lead}
      <Logo code={quote.stock_code} src={quote.localLogoUrl} />
      <div className="min-w-0 flex-1">
        <Title className="truncate text-nav">{nameOf(quote)}</Title>
        {scrubbed === null ? (
          <div className="flex h-5 min-w-0 items-center gap-3 overflow-hidden text-micro font-normal whitespace-nowrap text-text3">
            <span className="num flex-none">{quoteSubtitle(t, quote)}</span>
            <span className={classes('min-w-0', quote.extendedHours === undefined ? '@max-[620px]:hidden' : '@max-[860px]:hidden')}>
              <SessionClock quote={quote} />
            </span>
          </div>
        ) : (
          <p className="num flex h-5 items-center gap-x-2.5 overflow-hidden text-micro font-normal whitespace-nowrap text-text2">
            <span className="text-text3">
              {scrubbed.daily ? formatDate(scrubbed.bar.timestamp, scrubbed.zone) : formatDateTime(scrubbed.bar.timestamp)}
            </span>
            <BarFacts quote={quote} bar={scrubbed.bar} />
          </p>
        )}
      </div>
      <div className="flex flex-none items-center gap-1.5">
        {limit === null ? null : <AtLimit end={limit} />}
        {quote.scenario === 1 ? <Pill tone="warn">{t('state.scenario')}</Pill> : null}
        <span className="@max-[640px]:hidden">
          <QuoteState quote={quote} freshness={freshness} />
        </span>
      </div>
      <div className="flex flex-none flex-col items-end">
        <p className="flex items-baseline gap-1.5">
          <Price
            value={regularPriceOf(quote).price}
            decimals={quote.decimals}
            size="total"
            stale={stale && quote.extendedHours === undefined}
            flash
          />
          <span className="text-micro font-normal text-text3">{isIndex(quote) ? t('points') : quote.currency}</span>
        </p>
        <p className="flex items-baseline gap-1.5 text-meta">
          <Moved quote={quote} />
        </p>
      </div>
      {quote.extendedHours === undefined ? null : (
        <p className="flex flex-none flex-col items-end justify-center border-l border-line pl-3">
          <ExtendedPrice quote={quote} stale={stale} />
        </p>
      )}
      <div className="-mr-[10px] flex flex-none items-center">
        <AlertButton quote={quote} />
        <QuoteActions quote={quote} />
        {tools}
      </div>
    </header>
  )
}
