import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { useFreshness } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { type QuoteDetail, ticketHref } from '../../shared/quotes/instrument.ts'

/** The buttons to sell and buy, each with the price one would get or pay this moment. */
export function TradeButtons({ detail }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const { language } = useUi()
  const freshness = useFreshness(detail)
  if (freshness === 'halted') return <InlineMessage tone="warn">{t('halted')}</InlineMessage>
  if (detail.quoteOnly === 1) return <InlineMessage tone="info">{t('quoteOnly')}</InlineMessage>
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
