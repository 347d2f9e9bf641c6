import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { difference } from '../../shared/charts/chart-data.ts'
import { type Side, ticketHref } from '../../shared/quotes/instrument.ts'

type Level = readonly [price: string, quantity: string]
export type Depth = Readonly<{ bids: readonly Level[]; asks: readonly Level[] }>

type DepthPanelProps = Readonly<{
  quote: Quote
  depth: Depth
  levels?: number
  /** Lines for a mouse, which are lower than those for a finger. */
  dense?: boolean
}>

const LEVELS = 5
const PERCENT = 100

/** The bids and asks, best first, with bars as long as their quantities. A price opens a limit order. */
export function DepthPanel({ quote, depth, levels = LEVELS, dense = false }: DepthPanelProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const [bids, asks] = [depth.bids.slice(0, levels), depth.asks.slice(0, levels)]
  const largest = Math.max(...[...bids, ...asks].map(([, quantity]) => Number(quantity)))
  const [bestBid, bestAsk] = [bids[0]?.[0], asks[0]?.[0]]
  return (
    <div>
      {bestBid === undefined || bestAsk === undefined ? null : (
        <p className={`num text-center text-text3 ${dense ? 'pb-1 text-micro font-normal' : 'pb-2 text-meta'}`}>
          {t('depth.spread', { spread: formatPrice(language, difference(bestBid, bestAsk, quote.decimals), quote.decimals) })}
        </p>
      )}
      <div className={`grid grid-cols-2 ${dense ? 'gap-1' : 'gap-2'}`}>
        <DepthSide quote={quote} side="sell" title={t('depth.bids')} levels={bids} largest={largest} dense={dense} />
        <DepthSide quote={quote} side="buy" title={t('depth.asks')} levels={asks} largest={largest} dense={dense} />
      </div>
    </div>
  )
}

type DepthSideProps = Readonly<{ quote: Quote; side: Side; title: string; levels: readonly Level[]; largest: number; dense: boolean }>

/** Selling meets the bids, on the left; buying meets the asks, on the right. */
function DepthSide({ quote, side, title, levels, largest, dense }: DepthSideProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const bids = side === 'sell'
  return (
    <div className="min-w-0">
      <p aria-hidden className={`pb-1 text-micro text-text3 ${bids ? '' : 'text-right'}`}>
        {title}
      </p>
      <ol aria-label={title}>
        {levels.map(([price, quantity]) => {
          const shown = { price: formatPrice(language, price, quote.decimals), quantity: formatQuantity(language, quantity) }
          return (
            <li key={price}>
              <a
                href={ticketHref(quote, side, price)}
                className={classes(
                  'num relative flex items-center justify-between gap-2 px-1.5 active:bg-s2',
                  dense ? 'min-h-6 text-micro hover:bg-s2' : 'min-h-11 text-meta',
                  bids && 'flex-row-reverse',
                )}
              >
                <span
                  aria-hidden
                  className={`absolute ${dense ? 'inset-y-px' : 'inset-y-1'} rounded-tag ${bids ? 'right-0 bg-up-tint' : 'left-0 bg-down-tint'}`}
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
