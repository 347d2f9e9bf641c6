import type { Quote } from '@rueda/contract/quotes.ts'
import { Change } from '@rueda/ui/Change.tsx'
import { IconButton } from '@rueda/ui/IconButton.tsx'
import { Price } from '@rueda/ui/Price.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatPrice } from '@rueda/ui/format.ts'
import { ChartLine } from 'lucide-react'
import { useFreshness } from '../../app/live.ts'
import { useText } from '../../app/text.ts'
import { quoteHref } from '../quotes/instrument.ts'
import type { Ticket } from './use-ticket.ts'

/** Code, price and today's move in the navbar. */
export function QuoteTitle({ ticket: { quote } }: { ticket: Pick<Ticket, 'quote'> }) {
  const freshness = useFreshness(quote)
  return (
    <span className="flex items-baseline gap-2">
      {quote.stock_code}
      <Price value={quote.price_nominal} decimals={quote.decimals} stale={freshness === 'stale' || freshness === 'offline'} flash />
      <Change percent={quote.change_ratio} className="text-meta" />
    </span>
  )
}

/** Bid, ask and whether the market is open. */
export function QuoteSubtitle({ quote }: { quote: Quote }) {
  const t = useText('orders')
  const { language } = useUi()
  const price = (value: string | null) => formatPrice(language, value, quote.decimals)
  return [t('quote.bid', { price: price(quote.bid) }), t('quote.ask', { price: price(quote.ask) }), t(`session.${quote.tradeStatus}`)].join(' · ')
}

export function QuoteLink({ detail }: { detail: Quote }) {
  const t = useText('orders')
  return <IconButton label={t('quote.open')} icon={ChartLine} href={quoteHref(detail)} />
}
