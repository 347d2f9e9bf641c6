import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { wholeSharesOf } from './fractions.ts'
import type { Ticket } from './use-ticket.ts'

/** What an amount means: the most that is paid, and that the rest comes back. */
export function FractionNote({ ticket: { input, quote, draft } }: { ticket: Pick<Ticket, 'input' | 'quote' | 'draft'> }) {
  const t = useText('orders')
  const { language } = useUi()
  const amount = input?.amount
  if (amount === undefined) return draft.unit === 'amount' && draft.side === 'buy' ? <SwitchedOff name="fractions" /> : null
  return (
    <p className="num text-center text-meta text-balance text-text2">
      {t('fraction.amount', { amount: formatMoney(language, String(amount), quote.currency) })}
    </p>
  )
}

/** A part of a share that cannot be sold now, while the whole shares can. */
export function FractionClosed({ quantity, quote }: Readonly<{ quantity: string; quote: Pick<Ticket['quote'], 'tradeStatus'> }>) {
  const t = useText('orders')
  if (quote.tradeStatus === 'OPEN' || wholeSharesOf(quantity) === quantity) return null
  return <InlineMessage tone="info">{t('fraction.closed')}</InlineMessage>
}
