import type { OrderRow } from '@rueda/contract/orders.ts'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { type Translate, useText } from '../text/text.ts'
import { type Amendable, type Field, amendableFields } from './amendment.ts'
import { availableLabel } from './available-label.ts'
import type { AmendPreview } from './use-amend-preview.ts'

type AmendFactsProps = Readonly<{ order: OrderRow; changed: Amendable; preview: AmendPreview; pending: boolean }>

/** Figures before and after the change, and a warning if the order would trade at once. */
export function AmendFacts({ order, changed, preview, pending }: AmendFactsProps) {
  const t = useText('orders')
  const common = useText('common')
  const { language } = useUi()
  const { bid, ask, executes, worstPrice } = preview
  const price = (value: string | null) => formatPrice(language, value, order.decimals)
  return (
    <div aria-busy={pending} className={classes('flex flex-col gap-2 transition-opacity', pending && 'opacity-60')}>
      <Facts
        rows={[
          ...changeRows({ t, language, order, changed }),
          { label: t('receipt.amount'), value: <Money value={preview.estAmount} currency={preview.currency} />, divided: true },
          { label: t('receipt.fee'), value: <Money value={preview.estFee} currency={preview.currency} /> },
          ...moneyRows(t, common, preview),
          { label: t('amend.quote'), value: `${price(bid)} / ${price(ask)}` },
        ]}
      />
      {executes === 1 ? (
        <InlineMessage tone="warn">
          {t(order.direction === 0 ? 'amend.executesBuy' : 'amend.executesSell', { price: price(worstPrice) })}
        </InlineMessage>
      ) : null}
    </div>
  )
}

const labels = {
  quantity: 'review.quantity',
  price: 'price.limit',
  stopPrice: 'stop.label',
  trailPercent: 'trail.label',
} as const satisfies Record<Field, string>

type Changes = Readonly<{ t: Translate<'orders'>; language: Language; order: OrderRow; changed: Amendable }>

function changeRows({ t, language, order, changed }: Changes): Fact[] {
  const written = (field: Field, value: string | null): string => {
    if (field === 'quantity') return formatQuantity(language, value ?? '0')
    return field === 'trailPercent' ? formatPercent(language, value ?? '0', 'plain') : formatPrice(language, value, order.decimals)
  }
  return amendableFields(order).map((field) => {
    const next = changed[field]
    const row = { label: t(labels[field]), value: written(field, next ?? order[field]) }
    return next === undefined ? row : { ...row, before: written(field, order[field]) }
  })
}

/** The hold and the wallet's available money, before and after; a sale holds no money. */
function moneyRows(t: Translate<'orders'>, common: Translate<'common'>, preview: AmendPreview): (Fact | null)[] {
  const { holdBefore, holdAfter, availableBefore, availableAfter, missing, currency } = preview
  if (holdBefore === null || holdAfter === null) return []
  const money = (value: string, rounding: 'half' | 'cut' = 'half') => <Money value={value} currency={currency} rounding={rounding} />
  const label = availableLabel(t, common, preview.walletType)
  return [
    { label: t('detail.held'), before: money(holdBefore), value: money(holdAfter), strong: true },
    missing === null
      ? { label, before: money(availableBefore, 'cut'), value: money(availableAfter, 'cut') }
      : { label, value: money(availableBefore, 'cut') },
    missing === null ? null : { label: t('receipt.missing'), value: money(missing), strong: true, tone: 'danger' },
  ]
}
