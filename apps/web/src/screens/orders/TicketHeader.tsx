import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { ChartLine } from 'lucide-react'
import { useFreshness } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { quoteHref } from '../../shared/quotes/instrument.ts'
import type { Ticket } from './use-ticket.ts'

/** Code, price and today's move in the navbar; it leads to the quote, as the icon does where there is room for one. */
export function QuoteTitle({ ticket: { quote } }: { ticket: Pick<Ticket, 'quote'> }) {
  const freshness = useFreshness(quote)
  const { language } = useUi()
  return (
    <a href={quoteHref(quote)} className="hit flex items-baseline gap-2">
      {quote.stock_code}
      <Price value={quote.price_nominal} decimals={quote.decimals} stale={freshness === 'stale' || freshness === 'offline'} flash />
      <Change
        percent={quote.change_ratio}
        className={classes('text-meta', isLong(language, quote) ? 'max-[429px]:hidden' : 'max-[349px]:hidden')}
      />
    </a>
  )
}

/**
 * The market's session, and the bid and the ask, with words where there is room for them. Open is the usual and needs
 * only a dot; without a connection nobody knows the session.
 */
export function QuoteSubtitle({ quote }: { quote: Quote }) {
  const t = useText('orders')
  const { language, offline } = useUi()
  const price = (value: string | null) => formatPrice(language, value, quote.decimals)
  const session = t(`session.${quote.tradeStatus}`)
  if (quote.bid === null && quote.ask === null) return session
  const prices = [t('quote.bid', { price: price(quote.bid) }), t('quote.ask', { price: price(quote.ask) })].join(' · ')
  return (
    <>
      {offline ? null : quote.tradeStatus === 'OPEN' ? <OpenDot label={session} /> : `${session} · `}
      <span className="max-[429px]:sr-only">{prices}</span>
      <span aria-hidden className="min-[430px]:hidden">
        {price(quote.bid)} / {price(quote.ask)}
      </span>
    </>
  )
}

/** Characters of a price that a narrow telephone has room for beside the words. */
const MAX_BESIDE_WORDS = 6

/** Contracts and pairs have more digits than most shares. */
const isLong = (language: Language, { price_nominal: price, decimals }: Quote): boolean =>
  formatPrice(language, price, decimals).length > MAX_BESIDE_WORDS

const OpenDot = ({ label }: { label: string }) => (
  <span role="img" aria-label={label} title={label} className="mr-1.5 inline-block size-1.5 rounded-pill bg-up align-middle" />
)

export function QuoteLink({ detail }: { detail: Quote }) {
  const t = useText('orders')
  return (
    <span className="max-[389px]:hidden">
      <IconButton label={t('quote.open')} icon={ChartLine} href={quoteHref(detail)} />
    </span>
  )
}
