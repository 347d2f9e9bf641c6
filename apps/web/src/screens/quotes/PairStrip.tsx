import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber, formatPrice } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { type QuoteDetail, type Side, ticketHref } from '../../shared/quotes/instrument.ts'
import { pipsBetween } from '../../shared/quotes/tick-value.ts'

/** Both prices, pips in large, with the spread between them: the whole cost of trading a pair. */
export function PairStrip({ detail }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const { language } = useUi()
  // A closed market has no prices; the clock above says when it has some again.
  if (detail.bid === null && detail.ask === null) return null
  const pips = detail.pair === null ? null : pipsBetween(detail.bid, detail.ask, detail.pair.pip)
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 rounded-card large:grid-cols-1 bg-s1 px-edge py-2.5 shadow-card">
      <PairPrice detail={detail} side="sell" price={detail.bid} />
      <span className="num text-center text-meta text-text3">
        {pips === null ? '—' : t('pair.spread', { num: formatNumber(language, pips, { least: 1, most: 1 }) })}
      </span>
      <PairPrice detail={detail} side="buy" price={detail.ask} />
    </div>
  )
}

type PairPriceProps = Readonly<{ detail: QuoteDetail; side: Side; price: string | null }>

/** The last digit is a tenth of a pip; the two before it are what moves. */
const PIP_DIGITS = 2
const TENTH_DIGITS = 1

function PairPrice({ detail, side, price }: PairPriceProps) {
  const t = useText('quotes')
  const { language } = useUi()
  const shown = price === null ? '—' : formatPrice(language, price, detail.decimals)
  const pipsAt = Math.max(0, shown.length - PIP_DIGITS - TENTH_DIGITS)
  return (
    <a
      href={ticketHref(detail, side)}
      className={`flex min-h-11 flex-col justify-center ${side === 'buy' ? 'items-end large:items-start' : ''}`}
    >
      <span className="text-micro text-text3">{t(side === 'buy' ? 'pair.buyAt' : 'pair.sellAt')}</span>
      <span className={`num text-row ${side === 'buy' ? 'text-up' : 'text-down'}`}>
        {shown.slice(0, pipsAt)}
        <span className="text-total">{shown.slice(pipsAt, -TENTH_DIGITS)}</span>
        {shown.slice(-TENTH_DIGITS)}
      </span>
    </a>
  )
}
