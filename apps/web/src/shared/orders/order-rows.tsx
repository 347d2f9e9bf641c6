import type { OrderRow } from '@rueda/contract/orders.ts'
import type { Fact } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { Translate } from '../text/text.ts'
import { isZero } from './sizing.ts'

/** The prices that an order names; none at market. */
export function priceRows(t: Translate<'orders'>, language: Language, order: OrderRow): (Fact | null)[] {
  const row = (label: string, value: string | null): Fact | null =>
    value === null ? null : { label, value: formatPrice(language, value, order.decimals) }
  return [
    row(t('price.limit'), order.price),
    row(t('stop.label'), order.stopPrice),
    order.trailPercent === null ? null : { label: t('trail.label'), value: formatPercent(language, order.trailPercent, 'plain') },
    row(t('exits.takeProfit'), order.takeProfit),
    row(t('exits.stopLoss'), order.stopLoss),
  ]
}

/** Money set aside for a purchase, or shares for a sale. */
export function heldRow(t: Translate<'orders'>, language: Language, { direction, holdAmount, currency }: OrderRow): Fact | null {
  if (isZero(holdAmount)) return null
  return {
    label: t('detail.held'),
    value: direction === 0 ? <Money value={holdAmount} currency={currency} /> : formatQuantity(language, holdAmount),
  }
}
