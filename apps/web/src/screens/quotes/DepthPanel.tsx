import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { difference } from '../../shared/charts/chart-data.ts'
import { type Side, ticketHref } from '../../shared/quotes/instrument.ts'

type Level = readonly [price: string, quantity: string]
export type Depth = Readonly<{ bids: readonly Level[]; asks: readonly Level[] }>

type DepthPanelProps = Readonly<{ quote: Quote; depth: Depth; levels?: number }>

const LEVELS = 5
const PERCENT = 100

/** The bids and asks, best first, with bars as long as their quantities. A price opens a limit order. */
export function DepthPanel({ quote, depth, levels = LEVELS }: DepthPanelProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const [bids, asks] = [depth.bids.slice(0, levels), depth.asks.slice(0, levels)]
  const largest = Math.max(...[...bids, ...asks].map(([, quantity]) => Number(quantity)))
  const [bestBid, bestAsk] = [bids[0]?.[0], asks[0]?.[0]]
  return (
    <div>
      {bestBid === undefined || bestAsk === undefined ? null : (
        <p className="num pb-2 text-center text-meta text-text3">
          {t('depth.spread', { spread: formatPrice(language, difference(bestBid, bestAsk, quote.decimals), quote.decimals) })}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <DepthSide quote={quote} side="sell" title={t('depth.bids')} levels={bids} largest={largest} />
        <DepthSide quote={quote} side="buy" title={t('depth.asks')} levels={asks} largest={largest} />
      </div>
    </div>
  )
}

type DepthSideProps = Readonly<{ quote: Quote; side: Side; title: string; levels: readonly Level[]; largest: number }>

/** Selling meets the bids, on the left; buying meets the asks, on the right. */
function DepthSide({ quote, side, title, levels, largest }: DepthSideProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const bids = side === 'sell'
  return (
    <div className="min-w-0">
      <h3 className={`pb-1 text-micro text-text3 ${bids ? '' : 'text-right'}`}>{title}</h3>
      <ol>
        {levels.map(([price, quantity]) => {
          const shown = { price: formatPrice(language, price, quote.decimals), quantity: formatQuantity(language, quantity) }
          return (
            <li key={price}>
              <a
                href={ticketHref(quote, side, price)}
                className={`num relative flex min-h-11 items-center justify-between gap-2 px-1.5 text-meta active:bg-s2 ${bids ? 'flex-row-reverse' : ''}`}
              >
                <span
                  aria-hidden
                  className={`absolute inset-y-1 rounded-tag ${bids ? 'right-0 bg-up-tint' : 'left-0 bg-down-tint'}`}
                  style={{ width: `${largest > 0 ? (Number(quantity) / largest) * PERCENT : 0}%` }}
                />
                <span className="sr-only">{t(bids ? 'depth.sellAt' : 'depth.buyAt', shown)}</span>
                <span aria-hidden className={`relative font-medium ${bids ? 'text-up' : 'text-down'}`}>
                  {shown.price}
                </span>
                <span aria-hidden className="relative truncate text-text2">
                  {shown.quantity}
                </span>
              </a>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
