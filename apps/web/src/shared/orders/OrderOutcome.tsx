import type { OrderRow } from '@rueda/contract/orders.ts'
import { CLOSES } from '@rueda/contract/codes.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { formatDecimal, formatScaled, parseDecimal, parseScaled } from '@rueda/rules/decimal.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { marketOf } from '../quotes/instrument.ts'
import { Emphasised } from '../text/Emphasised.tsx'
import { useText } from '../text/text.ts'
import { walletName } from '../wallets/wallet-name.ts'
import { isWorking } from './order-status.ts'
import { isZero } from './sizing.ts'
import { sizeText } from './size-text.ts'

const MONEY_DECIMALS = 2
const minor = (amount: string): bigint => parseDecimal(amount, MONEY_DECIMALS) ?? 0n

type Executed = Pick<OrderRow, 'amount' | 'handlingFee' | 'tax' | 'direction'>

/** What the executions of an order have cost or brought, charges included. */
export function totalOf({ amount, handlingFee, tax, direction }: Executed): string {
  const charges = minor(handlingFee) + minor(tax)
  return formatDecimal(direction === 0 ? minor(amount) + charges : minor(amount) - charges, MONEY_DECIMALS)
}

const restOf = ({ quantity, filledQuantity }: OrderRow): bigint => (parseScaled(quantity) ?? 0n) - (parseScaled(filledQuantity) ?? 0n)
const isWhole = (order: OrderRow): boolean => restOf(order) === 0n

/** What becomes of the part of an order that was not executed: it waits, or it is over and what was set aside for it is free. */
function useRestText(): (order: OrderRow) => string {
  const t = useText('orders')
  const common = useText('common')
  const { language } = useUi()
  return (order) => {
    const market = marketOf(order.market)
    const rest = sizeText(t, language, market, formatScaled(restOf(order)))
    if (isWorking(order)) return t('outcome.restWaits', { rest })
    if (order.action === CLOSES) return t('outcome.restKept', { rest })
    return t('outcome.restFree', { rest, wallet: walletName(common, marketTermsOf(market)?.wallet ?? '') })
  }
}

/** What an order has become, as a receipt says it: the size and the total in a sentence, and what the total is made of. Nothing before its first execution. */
export function OrderOutcome({ order }: { order: OrderRow }) {
  const t = useText('orders')
  const rest = useRestText()
  const { language } = useUi()
  if (isZero(order.filledQuantity)) return null
  const market = marketOf(order.market)
  const size = sizeText(t, language, market, order.filledQuantity)
  const average = formatPrice(language, order.avgPrice, order.decimals)
  const onMargin = isOnMargin(market)
  const side = order.direction === 0 ? 'bought' : 'sold'
  const sentence = onMargin
    ? t(`outcome.${side}At`, { size, code: order.stockCode, price: average })
    : t(`outcome.${side}`, { size, code: order.stockCode, total: formatMoney(language, totalOf(order), order.currency) })
  const money = (value: string) => <Money value={value} currency={order.currency} />
  const counts = { filled: formatQuantity(language, order.filledQuantity), quantity: formatQuantity(language, order.quantity) }
  const rows: (Fact | null)[] = [
    isWhole(order) ? null : { label: t('detail.filled'), value: t('detail.filledOf', counts), tone: 'warn' },
    onMargin ? null : { label: t('detail.average'), value: average },
    { label: t('review.amount'), value: money(order.amount) },
    { label: t('receipt.fee'), value: money(order.handlingFee) },
    isZero(order.tax) ? null : { label: t('receipt.charges'), value: money(order.tax) },
    onMargin
      ? null
      : { label: t(order.direction === 0 ? 'receipt.total' : 'receipt.net'), value: money(totalOf(order)), strong: true, divided: true },
  ]
  return (
    <section>
      <p className="mb-1 text-body text-text2">
        <Emphasised text={sentence} />
        {isWhole(order) ? null : (
          <>
            {' '}
            <Emphasised text={rest(order)} />
          </>
        )}
      </p>
      <Facts rows={rows} />
    </section>
  )
}
