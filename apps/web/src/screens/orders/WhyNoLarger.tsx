import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { sizeText } from '../../shared/orders/size-text.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { Market } from '@rueda/contract/codes.ts'
import type { Ticket } from './use-ticket.ts'

/** One line with the limit of the largest order; nothing where money or stock alone is the limit. */
export function WhyNoLarger({ ticket: { sizes, detail, quote } }: { ticket: Pick<Ticket, 'sizes' | 'detail' | 'quote'> }) {
  const t = useText('orders')
  const { language } = useUi()
  if (sizes === null || sizes.limitedBy === null) return null
  const market = marketOf(detail.market)
  const texts = {
    exposure: t('size.exposure'),
    orders: t('size.orders', { size: sizeText(t, language, market, sizes.reserved) }),
    money: t('size.money', {
      amount: sizes.leastHold === null ? '—' : formatMoney(language, sizes.leastHold, moneyOf(market, quote.currency)),
    }),
  }
  return <p className="num text-center text-meta text-text3">{texts[sizes.limitedBy]}</p>
}

/** Margin is paid in dollars, whatever a contract is quoted in. */
const moneyOf = (market: Market, currency: string): string => (isOnMargin(market) ? tradedTermsOf(market).feeTable.currency : currency)
