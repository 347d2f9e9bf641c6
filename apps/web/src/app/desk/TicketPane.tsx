import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import type { RoutePath } from '../../routes.ts'
import { DockedClose } from '../../screens/orders/DockedClose.tsx'
import { DockedTicket } from '../../screens/orders/DockedTicket.tsx'
import { DepthPanel } from '../../screens/quotes/DepthPanel.tsx'
import { RelatedFutures } from '../../screens/quotes/RelatedFutures.tsx'
import { Trades } from '../../screens/quotes/TradesTab.tsx'
import { useFreshQuote, useLiveDepth } from '../../shared/live/live.ts'
import { type QuoteDetail, isIndex, marketOf, showsTrades } from '../../shared/quotes/instrument.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { useText } from '../../shared/text/text.ts'

/** The ticket for the instrument in view, or what closes a position in it; a reference value shows the futures that follow it instead. */
export function TicketPane({ path, detail }: Readonly<{ path: RoutePath; detail: QuoteDetail }>) {
  const t = useText('desk')
  const nameOf = useInstrumentName()
  const signedIn = useSignedIn()
  return (
    <section aria-label={t('ticket')} className="flex min-h-0 flex-1 flex-col">
      <h2 className="truncate px-edge pt-2 text-meta font-normal text-text3">
        <span className="font-semibold text-text1">{detail.stock_code}</span> {nameOf(detail)}
      </h2>
      {isIndex(detail) ? (
        <div className="@container flex flex-col gap-3 overflow-y-auto p-edge">
          <InlineMessage tone="info">{t('index.note')}</InlineMessage>
          <RelatedFutures code={detail.code} />
        </div>
      ) : path === 'pages/payment/close' && signedIn ? (
        <DockedClose />
      ) : (
        <DockedTicket stockCode={detail.stock_code} market={marketOf(detail.market)} />
      )}
    </section>
  )
}

const LEVELS = 10

/** The waiting orders on both sides, of which a tap sets the limit, and the last trades under them. */
export function DepthPane({ detail }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('desk')
  const quotes = useText('quotes')
  const quote = useFreshQuote(detail)
  const depth = useLiveDepth(detail.code) ?? detail.depth
  if (depth === null) return null
  const isEmpty = depth.bids.length === 0 && depth.asks.length === 0
  return (
    <section aria-label={t('depth')} className="@container flex min-h-0 flex-col overflow-y-auto border-t border-line">
      <div className="px-3 pt-2 pb-1">
        {isEmpty ? (
          <p className="py-3 text-center text-meta text-text3">{quotes('depth.empty')}</p>
        ) : (
          <DepthPanel dense quote={quote} depth={depth} levels={LEVELS} />
        )}
      </div>
      {showsTrades(quote) ? (
        <div className="border-t border-line px-3 py-1.5">
          <Trades quote={quote} />
        </div>
      ) : null}
    </section>
  )
}
