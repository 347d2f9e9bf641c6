import type { ExchangeQuote } from '@rueda/contract/transfers.ts'
import type { Wallet } from '@rueda/contract/wallets.ts'
import { SETTLE_DELAY_MS } from '@rueda/rules/transfers/exchange-terms.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { after, isNothing } from './draft.ts'
import type { TransferForm } from './use-transfer-form.ts'

/** The amount that leaves, its cost and the amount that arrives, and both wallets before and after. */
export function TransferReceipt({ form }: { form: TransferForm }) {
  const t = useText('transfers')
  const common = useText('common')
  const { language } = useUi()
  const { isExchange, quoting, amount, from, to, received, tooMuch } = form
  return (
    <Card label={t('receipt')}>
      <div aria-busy={quoting.pending} className={classes('transition-opacity', quoting.pending && 'opacity-60')}>
        {isExchange ? (
          <>
            <Facts rows={exchangeRows({ t, language, quote: quoting.quote, to })} />
            <p className="num min-h-5 text-meta text-text3">
              <Holding form={form} />
            </p>
          </>
        ) : null}
        <Facts
          rows={[
            afterRow(walletName(common, from.walletType), from, { amount: tooMuch ? null : amount, direction: 'out', divided: isExchange }),
            afterRow(walletName(common, to.walletType), to, { amount: tooMuch ? null : received, direction: 'in' }),
          ]}
        />
      </div>
      <p className="mt-2 text-meta text-text3">
        {isExchange ? t('at.settlement', { seconds: String(SETTLE_DELAY_MS / SECOND_MS) }) : t('at.once')}
      </p>
    </Card>
  )
}

const RATE_DECIMALS = 8

export const rateText = (
  t: Translate<'transfers'>,
  language: Language,
  { base, rate, other }: Readonly<{ base: string; rate: string; other: string }>,
): string => t('rate.pair', { base, rate: formatNumber(language, rate, { least: 2, most: RATE_DECIMALS }), quote: other })

const pairText = (t: Translate<'transfers'>, language: Language, quote: ExchangeQuote, rate: string): string =>
  rateText(t, language, { base: quote.baseCurrency, rate, other: quote.quoteCurrency })

/** The market's own middle rate, for the review. */
export const midRow = (t: Translate<'transfers'>, language: Language, quote: ExchangeQuote): Fact => ({
  label: t('rate.mid'),
  value: pairText(t, language, quote, quote.mid),
})

type Rows = Readonly<{ t: Translate<'transfers'>; language: Language; quote: ExchangeQuote | null; to: Pick<Wallet, 'currency'> }>

/** Rows without figures while there is no quote, so that nothing moves when they arrive. */
export function exchangeRows({ t, language, quote, to }: Rows): Fact[] {
  return [
    { label: t('rate'), value: quote === null ? null : pairText(t, language, quote, quote.rate) },
    {
      label: quote === null ? t('rate.cost') : t('rate.spread', { percent: formatPercent(language, quote.spreadPct, 'plain') }),
      value: quote === null ? null : <Money value={quote.feeAmount} currency={to.currency} />,
    },
    { label: t('arrives'), value: quote === null ? null : <Money value={quote.toAmount} currency={to.currency} withCode />, strong: true },
  ]
}

type Change = Readonly<{ amount: string | null; direction: 'in' | 'out'; divided?: boolean }>

/** A wallet's balance before and after; only before while nothing is typed. */
export function afterRow(name: string, wallet: Wallet, { amount, direction, divided = false }: Change): Fact {
  const { available, currency } = wallet
  const money = (value: string) => <Money value={value} currency={currency} rounding="cut" own />
  if (amount === null || isNothing(amount)) return { label: name, value: money(available), divided }
  return { label: name, before: money(available), value: money(after(available, amount, direction)), divided }
}

function Holding({ form: { quoting } }: { form: TransferForm }) {
  const t = useText('transfers')
  const { quote, pending, secondsLeft } = quoting
  if (pending) return t('rate.loading')
  if (quote === null) return t('rate.ask')
  if (secondsLeft === 0) return t('rate.expired')
  return t('rate.holds', { seconds: String(secondsLeft) })
}
