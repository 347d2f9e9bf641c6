import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent, formatPrice } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { FeesLink } from './FeesLink.tsx'
import { OrderWarnings, pipsText } from './OrderWarnings.tsx'
import { availableRows, moneyRows, spreadRow } from './Receipt.tsx'
import { leveragesOf } from '../../shared/orders/margin-market.ts'
import { type ExplainOrder, useExplainOrder } from './use-explain-order.ts'
import type { Preview } from './use-preview.ts'
import type { Ticket } from './use-ticket.ts'

/** The position as a multiple of its margin; futures have one margin and nothing to choose. */
export function LeverageField({ ticket: { draft, change, detail } }: { ticket: Ticket }) {
  const t = useText('orders')
  const choices = leveragesOf(detail)
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

/** The margin and costs of an order on margin, before anything is sent; the risk is always said. */
export function MarginReceipt({ ticket }: { ticket: Ticket }) {
  const { preview, pending, detail } = ticket
  const t = useText('orders')
  const common = useText('common')
  const { language } = useUi()
  const { decimals } = detail
  const explain = useExplainOrder(ticket.asked)
  return (
    <Card label={t('receipt.title')}>
      <div aria-busy={pending} className={classes('transition-opacity', pending && preview !== null && 'opacity-60')}>
        <Facts
          rows={
            preview === null
              ? [...emptyRows(t, ticket), ...moneyRows(t, common, ticket)]
              : [
                  ...marginRows({ t, language, preview, decimals, explain }),
                  breakEvenRow({ t, language, preview, decimals }),
                  ...availableRows(t, common, preview),
                ]
          }
        />
      </div>
      <FeesLink />
      <div className="mt-1 flex flex-col gap-2">
        {preview?.queued === 1 ? <InlineMessage tone="info">{t('queued')}</InlineMessage> : null}
        {preview === null ? null : <OrderWarnings preview={preview} decimals={decimals} />}
        <InlineMessage tone="warn">{t('margin.risk')}</InlineMessage>
      </div>
    </Card>
  )
}

/** A price with how far it is away takes two lines on a telephone. */
const TWO_LINES = <span className="whitespace-pre-line">{'—\n\u00a0'}</span>

/** The rows that will be there, so that little moves when their figures arrive. */
const emptyRows = (t: Translate<'orders'>, { detail: { pair }, draft }: Ticket): Fact[] =>
  (
    [
      'margin.notional',
      'margin.margin',
      'receipt.fee',
      ...(pair === null ? (['margin.closingFee'] as const) : (['margin.pip', 'margin.swap'] as const)),
      'margin.liquidation',
      'margin.worst',
      ...(draft.type === 'market' ? (['receipt.spread'] as const) : []),
      'receipt.breakEven',
    ] as const
  ).map((key) => ({ label: t(key), value: key === 'margin.liquidation' ? TWO_LINES : '—', opens: EXPLAINED.has(key) }))

/** The rows whose figures say how they came about. */
const EXPLAINED: ReadonlySet<string> = new Set(['margin.notional', 'margin.margin', 'margin.liquidation'])

type Shown = Readonly<{ t: Translate<'orders'>; language: Language; preview: Preview; decimals: number }>
type Costs = Shown & Readonly<{ explain: ExplainOrder }>

/** All costs of the position, with the spread against the middle and the nights. */
export function marginRows({ t, language, preview, decimals, explain }: Costs): (Fact | null)[] {
  const money = (value: string) => <Money value={value} currency={preview.currency} />
  const { margin, closingFee, swapPerNight, liquidationPrice, liquidationPercent, worstLoss, pipValue, spreadPips } = preview
  const spread = spreadPips === null ? t('receipt.spread') : t('margin.spreadInPrice', { num: pipsText(language, spreadPips) })
  return [
    explain('value', { label: t('margin.notional'), value: money(preview.estAmount) }),
    margin === null ? null : explain('margin', { label: t('margin.margin'), value: money(margin), strong: true }),
    { label: t('receipt.fee'), value: money(preview.estFee) },
    closingFee === null || Number(closingFee) === 0 ? null : { label: t('margin.closingFee'), value: money(closingFee) },
    pipValue === null ? null : { label: t('margin.pip'), value: money(pipValue) },
    swapPerNight === null ? null : { label: t('margin.swap'), value: money(swapPerNight) },
    explain('liquidation', {
      label: t('margin.liquidation'),
      value:
        liquidationPercent === null ? (
          formatPrice(language, liquidationPrice, decimals)
        ) : (
          <>
            {formatPrice(language, liquidationPrice, decimals)}{' '}
            <span className="font-normal text-text2">({t('margin.away', { percent: formatPercent(language, liquidationPercent) })})</span>
          </>
        ),
      strong: true,
    }),
    worstLoss === null ? null : { label: t('margin.worst'), value: money(worstLoss), strong: true, tone: 'danger' },
    spreadRow(spread, preview),
  ]
}

const breakEvenRow = ({ t, language, preview, decimals }: Shown): Fact => ({
  label: t('receipt.breakEven'),
  value: formatPrice(language, preview.breakEven, decimals),
})

/** The money a close gives back: the margin of the part, plus or minus its result; the fee is in the result. */
export function marginCloseRows(t: Translate<'orders'>, preview: Preview | null): Fact[] {
  const money = (value: string | null | undefined) =>
    preview === null || value === null || value === undefined ? '—' : <Money value={value} currency={preview.currency} />
  const result = preview?.estResult ?? null
  const spread = preview === null ? null : spreadRow(t('receipt.spread'), preview)
  return [
    { label: t('close.value'), value: money(preview?.estAmount) },
    { label: t('receipt.fee'), value: money(preview?.estFee) },
    { label: t('close.margin'), value: money(preview?.releasedMargin) },
    {
      label: t('receipt.result'),
      value: preview === null || result === null ? '—' : <Change absolute={result} currency={preview.currency} />,
    },
    { label: t('close.back'), value: money(preview?.estCost), strong: true },
    ...(spread === null ? [] : [spread]),
  ]
}
