import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Facts, type Fact } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatTime } from '@rueda/ui/formats/dates.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { useQuery } from '@tanstack/react-query'
import { FeesLink } from './FeesLink.tsx'
import { OrderWarnings } from './OrderWarnings.tsx'
import { availableLabel } from '../../shared/orders/available-label.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { bringTotal, missingOf, subtract } from './fees.ts'
import { isAtLimit } from './prices.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { query } from '../../shared/server/api.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { type Side, isNothing } from './ticket.ts'
import { type ExplainOrder, useExplainOrder } from './use-explain-order.ts'
import type { Preview } from './use-preview.ts'
import type { Ticket } from './use-ticket.ts'

/** The cost of the order and the money left after it, before anything is sent. */
export function Receipt({ ticket }: { ticket: Ticket }) {
  const { preview, pending, draft } = ticket
  const t = useText('orders')
  const common = useText('common')
  const explain = useExplainOrder(ticket.asked)
  const { language } = useUi()
  return (
    <Card label={t('receipt.title')}>
      <div aria-busy={pending} className={classes('transition-opacity', pending && preview !== null && 'opacity-60')}>
        <Facts
          rows={
            preview === null
              ? [...emptyRows(t, draft), ...moneyRows(t, common, ticket)]
              : [
                  ...costRows({
                    t,
                    language,
                    preview,
                    side: draft.side,
                    atLimit: isAtLimit(draft.type, draft.price, preview.estPrice),
                    explain,
                  }),
                  ...availableRows(t, common, preview),
                ]
          }
        />
      </div>
      <FeesLink />
      <WhenNote ticket={ticket} />
      {preview === null ? null : (
        <div className="mt-2 flex flex-col gap-2 empty:hidden">
          <OrderWarnings preview={preview} decimals={ticket.detail.decimals} />
        </div>
      )}
    </Card>
  )
}

/** The time lots would trade, where that is not at once: at the closing price, or at the open. */
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

/** The last line of the receipt, for where the keypad covers the rest of it; what other wallets give is never covered. */
export function CostLine({ ticket }: { ticket: Ticket }) {
  const { preview, pending, draft, rules } = ticket
  const t = useText('orders')
  const common = useText('common')
  const margin = preview?.margin ?? null
  const missing = preview === null ? null : missingOf(preview)
  const bring = preview === null || preview.bring.length === 0 ? null : bringTotal(preview.bring)
  const wallet = walletOf(ticket)
  const moneyLabel =
    preview === null ? availableLabel(t, common, wallet ?? '') : t('receipt.left', { wallet: walletName(common, wallet ?? '') })
  const money = (value: string | undefined, rounding: 'half' | 'cut') =>
    preview === null || value === undefined ? '—' : <Money value={value} currency={preview.currency} rounding={rounding} />
  return (
    <dl
      aria-hidden
      className={classes(
        'num hidden min-h-10 flex-wrap items-center justify-between gap-x-4 border-t border-line py-1.5 text-label shell:!hidden large:!hidden',
        draft.type !== 'market' || isOnMargin(rules.market) || bring !== null
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
        <dt className="font-normal text-text3">
          {missing === null ? moneyLabel : t(bring === null ? 'receipt.missing' : 'receipt.brought')}
        </dt>
        <dd className={missing === null || bring !== null ? '' : 'font-semibold text-danger'}>
          {preview === null ? (
            <AvailableNow walletType={wallet} />
          ) : bring !== null ? (
            money(missing ?? bring, 'half')
          ) : missing === null ? (
            money(preview.availableAfter, 'cut')
          ) : (
            money(missing, 'half')
          )}
        </dd>
      </div>
    </dl>
  )
}

/** The wallet that orders of this market are paid from; null where nothing is traded. */
export const walletOf = ({ rules: { market } }: Ticket): WalletType | null => marketTermsOf(market)?.wallet ?? null

/** Rows without figures yet, so that nothing moves when they arrive. */
const emptyRows = (t: Translate<'orders'>, { side, type }: Ticket['draft']): (Fact | null)[] => [
  { label: t('receipt.amount'), value: '—', opens: true },
  { label: t('receipt.fee'), value: '—' },
  { label: t(side === 'buy' ? 'receipt.total' : 'receipt.net'), value: '—', strong: true, opens: true },
  type === 'market' ? { label: t('receipt.spread'), value: '—' } : null,
  side === 'sell' ? { label: t('receipt.result'), value: '—' } : null,
]

/** The money available before anything is typed, here and in other wallets that an order may bring it from. */
export const moneyRows = (t: Translate<'orders'>, common: Translate<'common'>, ticket: Ticket): (Fact | null)[] => {
  const walletType = walletOf(ticket)
  const others = ticket.sizes?.elsewhere ?? null
  return [
    { label: availableLabel(t, common, walletType ?? ''), value: <AvailableNow walletType={walletType} />, divided: true },
    others === null || isNothing(others) || walletType === null
      ? null
      : { label: t('receipt.elsewhere'), value: <Money own value={others} currency={walletCurrencies[walletType]} rounding="cut" /> },
  ]
}

function AvailableNow({ walletType }: { walletType: WalletType | null }) {
  const signedIn = useSignedIn()
  const asked = { walletType: walletType ?? 'STOCK' } as const
  const { data } = useQuery(query(wallets.one, asked, { enabled: signedIn && walletType !== null }))
  return data === undefined ? '—' : <Money own value={data.available} currency={data.currency} rounding="cut" />
}

/** What the state takes has a line and a name of its own. */
const taxLabels = { VAT: 'receipt.tax.VAT', TRANSACTION_TAX: 'receipt.tax.TRANSACTION_TAX' } as const

type Costs = Readonly<{ t: Translate<'orders'>; language: Language; preview: Preview; side: Side; atLimit: boolean; explain: ExplainOrder }>

export function costRows({ t, language, preview, side, atLimit, explain }: Costs): (Fact | null)[] {
  const money = (value: string) => <Money value={value} currency={preview.currency} />
  const commission = preview.fees.find(({ kind }) => kind === 'COMMISSION')
  const taxes = preview.fees.filter(({ kind, amount }) => kind in taxLabels && Number(amount) !== 0)
  // What is neither the house's nor the state's is the market's.
  const apart = [...(commission === undefined ? [] : [commission]), ...taxes]
  const charges = apart.reduce((left, { amount }) => subtract(left, amount), preview.estFee)
  return [
    explain('value', { label: t(atLimit ? 'receipt.amountAtLimit' : 'receipt.amount'), value: money(preview.estAmount) }),
    { label: feeLabel(t, language, commission), value: money(commission?.amount ?? '0.00') },
    Number(charges) === 0 ? null : { label: t('receipt.taxes'), value: money(charges) },
    ...taxes.map(({ kind, amount }) => ({ label: t(taxLabels[kind as keyof typeof taxLabels]), value: money(amount) })),
    explain('totalCost', {
      label: t(side === 'buy' ? 'receipt.total' : 'receipt.net'),
      value: <Money value={preview.estCost} currency={preview.currency} withCode />,
      strong: true,
    }),
    spreadRow(t('receipt.spread'), preview),
    preview.estResult === null
      ? null
      : { label: t('receipt.result'), value: <Change absolute={preview.estResult} currency={preview.currency} /> },
  ]
}

/** The spread is in the price already and no part of the sum, so its row is below it; an order waiting at its limit pays none. */
export const spreadRow = (label: string, { spreadCost, currency }: Pick<Preview, 'spreadCost' | 'currency'>): Fact | null =>
  Number(spreadCost) === 0 ? null : { label, value: <Money value={spreadCost} currency={currency} /> }

const RATE_DECIMALS = 4

/** The label of a fee, with the rate it follows from; the least fee says that it is the least. */
function feeLabel(t: Translate<'orders'>, language: Language, commission: Preview['fees'][number] | undefined): string {
  if (commission?.minimum === 1) return t('receipt.feeMinimum')
  const rate = commission?.rate ?? ''
  const points = rate.endsWith('%') ? rate.slice(0, -1) : null
  if (points === null) return t('receipt.fee')
  return t('receipt.feeRate', { rate: formatNumber(language, `${points}e-2`, { style: 'percent', least: 2, most: RATE_DECIMALS }) })
}

/** What comes from other wallets with the order; more than is missing now may be asked for, and is the most that comes then. */
function bringRows(t: Translate<'orders'>, common: Translate<'common'>, { bring, currency, ...preview }: Preview): Fact[] {
  const isExact = bringTotal(bring) === missingOf(preview)
  return bring.map(({ walletType, amount }) => ({
    label: isExact
      ? common('bring.from', { wallet: walletName(common, walletType) })
      : t('receipt.bringMost', { wallet: walletName(common, walletType) }),
    value: <Money value={amount} currency={currency} />,
    strong: true,
  }))
}

/** The wallet's available money, by name, before and after; with too little in it, the amount missing. */
export function availableRows(t: Translate<'orders'>, common: Translate<'common'>, preview: Preview): Fact[] {
  const { availableBefore, availableAfter, currency } = preview
  const label = availableLabel(t, common, preview.walletType)
  const before = <Money value={availableBefore} currency={currency} rounding="cut" />
  const missing = missingOf(preview)
  if (missing === null)
    return [{ label, before, value: <Money value={availableAfter} currency={currency} rounding="cut" />, divided: true }]
  if (preview.bring.length > 0) return [{ label, value: before, divided: true }, ...bringRows(t, common, preview)]
  return [
    { label, value: before, divided: true },
    { label: t('receipt.missing'), value: <Money value={missing} currency={currency} />, strong: true, tone: 'danger' },
  ]
}
