import { Card } from '@rueda/ui/Card.tsx'
import { Change } from '@rueda/ui/Change.tsx'
import { Facts, type Fact } from '@rueda/ui/Facts.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { Money } from '@rueda/ui/Money.tsx'
import { classes } from '@rueda/ui/classes.ts'
import { useUi } from '@rueda/ui/context.tsx'
import { formatTime } from '@rueda/ui/dates.ts'
import { formatNumber } from '@rueda/ui/format.ts'
import type { Language } from '@rueda/ui/languages.ts'
import { FeesLink } from './FeesLink.tsx'
import { subtract } from './fees.ts'
import { isOnMargin } from './margin-market.ts'
import { type Translate, useText } from '../../app/text.ts'
import type { Side } from './ticket.ts'
import type { Preview } from './use-preview.ts'
import type { Ticket } from './use-ticket.ts'

/** What the order costs and what is left after it, before anything is sent. */
export function Receipt({ ticket }: { ticket: Ticket }) {
  const { preview, pending, draft } = ticket
  const t = useText('orders')
  const { language } = useUi()
  return (
    <Card label={t('receipt.title')}>
      <div aria-busy={pending} className={classes('transition-opacity', pending && preview !== null && 'opacity-60')}>
        <Facts
          rows={
            preview === null
              ? emptyRows(t, draft.side)
              : [...costRows({ t, language, preview, side: draft.side }), availableRow(t, preview)]
          }
        />
      </div>
      <FeesLink />
      <WhenNote ticket={ticket} />
      {preview?.warnings.includes('LARGE_ORDER') === true ? (
        <div className="mt-2">
          <InlineMessage tone="warn">{t('warning.LARGE_ORDER')}</InlineMessage>
        </div>
      ) : null}
    </Card>
  )
}

/** When lots would trade, where that is not at once: at the closing price, or at the open. */
function WhenNote({ ticket: { detail, preview, quote } }: { ticket: Ticket }) {
  const t = useText('orders')
  const until = detail.closingPriceTimestamp
  const waits = preview?.queued === 1 || (preview === null && quote.tradeStatus === 'CLOSED')
  if (until === null && !waits) return null
  return (
    <div className="mt-2">
      <InlineMessage tone="info">{until === null ? t('queued') : t('closingPrice', { time: formatTime(until) })}</InlineMessage>
    </div>
  )
}

/** The receipt's last word, for where the keypad covers the rest of it. */
export function CostLine({ ticket: { preview, pending, draft, rules } }: { ticket: Ticket }) {
  const t = useText('orders')
  const margin = preview?.margin ?? null
  const money = (value: string | undefined, rounding: 'half' | 'cut') =>
    preview === null || value === undefined ? '—' : <Money value={value} currency={preview.currency} rounding={rounding} />
  return (
    <dl
      aria-hidden
      className={classes(
        'num hidden min-h-10 flex-wrap items-center justify-between gap-x-4 border-t border-line py-1.5 text-label shell:!hidden large:!hidden',
        draft.type !== 'market' || isOnMargin(rules.market)
          ? '[@media(min-height:660px)]:flex'
          : '[@media(min-height:660px)_and_(max-height:819px)]:flex',
        pending && preview !== null && 'opacity-60',
      )}
    >
      <div className="flex gap-1.5">
        <dt className="font-normal text-text3">
          {isOnMargin(rules.market) ? t('margin.margin') : t(draft.side === 'buy' ? 'receipt.total' : 'receipt.net')}
        </dt>
        <dd className="font-semibold">{money(margin ?? preview?.estCost, 'half')}</dd>
      </div>
      <div className="flex gap-1.5">
        <dt className="font-normal text-text3">{t('receipt.available')}</dt>
        <dd>{money(preview?.availableAfter, 'cut')}</dd>
      </div>
    </dl>
  )
}

export const walletName = ({ walletType }: Preview): 'STOCK' => walletType as 'STOCK'

/** The names stand before the figures do, so that nothing jumps when they come. */
const emptyRows = (t: Translate<'orders'>, side: Side): Fact[] => [
  { label: t('receipt.amount'), value: '—' },
  { label: t('receipt.fee'), value: '—' },
  { label: t('receipt.spread'), value: '—' },
  { label: t(side === 'buy' ? 'receipt.total' : 'receipt.net'), value: '—', strong: true },
  { label: t('receipt.available'), value: '—', divided: true },
]

type Costs = Readonly<{ t: Translate<'orders'>; language: Language; preview: Preview; side: Side }>

export function costRows({ t, language, preview, side }: Costs): (Fact | null)[] {
  const money = (value: string) => <Money value={value} currency={preview.currency} />
  const commission = preview.fees.find(({ kind }) => kind === 'COMMISSION')
  const charges = commission === undefined ? preview.estFee : subtract(preview.estFee, commission.amount)
  return [
    { label: t('receipt.amount'), value: money(preview.estAmount) },
    { label: feeLabel(t, language, commission?.rate), value: money(commission?.amount ?? '0.00') },
    Number(charges) === 0 ? null : { label: t('receipt.taxes'), value: money(charges) },
    { label: t('receipt.spread'), value: money(preview.spreadCost) },
    {
      label: t(side === 'buy' ? 'receipt.total' : 'receipt.net'),
      value: <Money value={preview.estCost} currency={preview.currency} withCode />,
      strong: true,
    },
    preview.estResult === null
      ? null
      : { label: t('receipt.result'), value: <Change absolute={preview.estResult} currency={preview.currency} /> },
  ]
}

const RATE_DECIMALS = 4

function feeLabel(t: Translate<'orders'>, language: Language, rate: string | undefined): string {
  const points = rate?.endsWith('%') === true ? rate.slice(0, -1) : null
  if (points === null) return t('receipt.fee')
  return t('receipt.feeRate', { rate: formatNumber(language, `${points}e-2`, { style: 'percent', least: 2, most: RATE_DECIMALS }) })
}

export function availableRow(t: Translate<'orders'>, preview: Preview): Fact {
  return {
    label: t('receipt.available'),
    before: <Money value={preview.availableBefore} currency={preview.currency} rounding="cut" />,
    value: <Money value={preview.availableAfter} currency={preview.currency} rounding="cut" />,
    divided: true,
  }
}
