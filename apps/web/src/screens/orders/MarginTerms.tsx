import { Chip, ChipRow } from '@rueda/ui/Chip.tsx'
import { type Fact, Facts } from '@rueda/ui/Facts.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { Card } from '@rueda/ui/Card.tsx'
import { Money } from '@rueda/ui/Money.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatPrice } from '@rueda/ui/format.ts'
import { classes } from '@rueda/ui/classes.ts'
import type { Language } from '@rueda/ui/languages.ts'
import { type Translate, useText } from '../../app/text.ts'
import { availableRow } from './Receipt.tsx'
import { leveragesOf } from './margin-market.ts'
import type { Preview } from './use-preview.ts'
import type { Ticket } from './use-ticket.ts'
import { marketOf } from '../quotes/instrument.ts'

/** How many times the margin the position is worth; futures have one margin and nothing to choose. */
export function LeverageField({ ticket: { draft, change, detail } }: { ticket: Ticket }) {
  const t = useText('orders')
  const choices = leveragesOf(marketOf(detail.market))
  if (choices.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-label">{t('margin.leverage')}</h2>
      <ChipRow label={t('margin.leverage')}>
        {choices.map((leverage) => (
          <Chip key={leverage} selected={draft.leverage === leverage} onPress={() => change({ leverage })}>
            {`${leverage}x`}
          </Chip>
        ))}
      </ChipRow>
    </section>
  )
}

/** What an order on margin asks for, before anything is sent; the risk is always said. */
export function MarginReceipt({ ticket: { preview, pending, detail } }: { ticket: Ticket }) {
  const t = useText('orders')
  const { language } = useUi()
  return (
    <Card label={t('receipt.title')}>
      <div aria-busy={pending} className={classes('transition-opacity', pending && preview !== null && 'opacity-60')}>
        <Facts
          rows={
            preview === null ? emptyRows(t) : [...marginRows({ t, language, preview, decimals: detail.decimals }), availableRow(t, preview)]
          }
        />
      </div>
      <div className="mt-2">
        <InlineMessage tone="warn">{t('margin.risk')}</InlineMessage>
      </div>
    </Card>
  )
}

const emptyRows = (t: Translate<'orders'>): Fact[] =>
  [t('margin.notional'), t('margin.margin'), t('receipt.fee'), t('receipt.spread'), t('margin.liquidation')].map((label) => ({
    label,
    value: '—',
  }))

type Shown = Readonly<{ t: Translate<'orders'>; language: Language; preview: Preview; decimals: number }>

export function marginRows({ t, language, preview, decimals }: Shown): (Fact | null)[] {
  const money = (value: string) => <Money value={value} currency={preview.currency} />
  const { margin, closingFee, swapPerNight, liquidationPrice } = preview
  return [
    { label: t('margin.notional'), value: money(preview.estAmount) },
    margin === null ? null : { label: t('margin.margin'), value: money(margin), strong: true },
    { label: t('receipt.fee'), value: money(preview.estFee) },
    closingFee === null || Number(closingFee) === 0 ? null : { label: t('margin.closingFee'), value: money(closingFee) },
    { label: t('receipt.spread'), value: money(preview.spreadCost) },
    swapPerNight === null ? null : { label: t('margin.swap'), value: money(swapPerNight) },
    margin === null ? null : { label: t('margin.liquidation'), value: formatPrice(language, liquidationPrice, decimals), strong: true },
  ]
}
