import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Arrow } from '@rueda/ui/quotes/Arrow.tsx'
import { Tag } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatSeconds } from '@rueda/ui/formats/dates.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { LiveTrade } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'

const BUY = 0

/** The last trades, newest first. Screen readers do not announce each one. */
export function TradesTape({ quote, trades }: Readonly<{ quote: Quote; trades: readonly LiveTrade[] }>) {
  const t = useText('quotes')
  return (
    <table className="num w-full table-fixed text-meta">
      <thead>
        <tr className="text-micro text-text3">
          <th className="pb-1 text-left font-medium">{t('trades.time')}</th>
          <th className="pb-1 text-right font-medium">{t('trades.price')}</th>
          <th className="pb-1 text-right font-medium">{t('trades.quantity')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {trades.map((trade) => (
          <TradeRow key={trade.sequence} quote={quote} trade={trade} />
        ))}
      </tbody>
    </table>
  )
}

function TradeRow({ quote, trade }: Readonly<{ quote: Quote; trade: LiveTrade }>) {
  const t = useText('quotes')
  const { language } = useUi()
  const bought = trade.direction === BUY
  return (
    <tr>
      <td className="py-1.5 text-text3">{formatSeconds(trade.tradeTimestamp)}</td>
      <td className={`py-1.5 text-right font-medium ${bought ? 'text-up' : 'text-down'}`}>
        <span className="inline-flex items-center gap-1">
          <Arrow direction={bought ? 'up' : 'down'} size={8} />
          <span className="sr-only">{t(bought ? 'trades.bought' : 'trades.sold')}</span>
          {trade.block === 1 ? <Tag>{t('trades.block')}</Tag> : null}
          {formatPrice(language, trade.price, quote.decimals)}
        </span>
      </td>
      <td className="py-1.5 text-right">{formatQuantity(language, trade.qty)}</td>
    </tr>
  )
}
