import { useUi } from '@rueda/ui/provider/context.tsx'
import { AMOUNT_COLLAR } from '@rueda/rules/fractions/by-amount.ts'
import { percentText } from '@rueda/rules/decimal.ts'
import { formatMoney, formatPercent } from '@rueda/ui/formats/format.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { wholeSharesOf } from './fractions.ts'
import type { Preview } from './use-preview.ts'
import type { Ticket } from './use-ticket.ts'

/** What an amount means: the most that is paid, and that the rest comes back. */
export function FractionNote({
  ticket: { input, quote, draft, preview, rules },
}: {
  ticket: Pick<Ticket, 'input' | 'quote' | 'draft' | 'preview' | 'rules'>
}) {
  const t = useText('orders')
  const common = useText('common')
  const { language } = useUi()
  const worst = useWorstText()
  const amount = input?.amount
  if (amount === undefined) return draft.unit === 'amount' && draft.side === 'buy' ? <SwitchedOff name="fractions" /> : null
  return (
    <p className="num text-center text-meta text-balance text-text2">
      {t('fraction.amount', {
        amount: formatMoney(language, String(amount), quote.currency),
        wallet: walletName(common, marketTermsOf(rules.market)?.wallet ?? ''),
      })}{' '}
      {draft.type === 'market' && preview !== null ? worst(preview) : null}
    </p>
  )
}

/** The price that the quantity of a purchase by amount is worked out at, in a sentence. */
export function useWorstText(): (preview: Pick<Preview, 'worstPrice' | 'currency'>) => string {
  const t = useText('orders')
  const { language } = useUi()
  return ({ worstPrice, currency }) =>
    t('fraction.worst', { worst: formatMoney(language, worstPrice, currency), percent: formatPercent(language, ABOVE_PERCENT, 'plain') })
}

/** How far above the price of now a purchase by amount may go. */
const ABOVE_PERCENT = percentText(AMOUNT_COLLAR)

/** A part of a share that cannot be sold now, while the whole shares can. */
export function FractionClosed({ quantity, quote }: Readonly<{ quantity: string; quote: Pick<Ticket['quote'], 'tradeStatus'> }>) {
  const t = useText('orders')
  if (quote.tradeStatus === 'OPEN' || wholeSharesOf(quantity) === quantity) return null
  return <InlineMessage tone="info">{t('fraction.closed')}</InlineMessage>
}
