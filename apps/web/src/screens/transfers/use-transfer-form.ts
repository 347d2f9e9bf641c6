import type { Wallet } from '@rueda/contract/wallets.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { type Draft, amountIn, isMore, isNothing, openingOf } from './draft.ts'
import { type Quoting, useQuote } from './use-quote.ts'

export type TransferForm = Readonly<{
  wallets: readonly Wallet[]
  draft: Draft
  change: (draft: Draft) => void
  forget: () => void
  from: Wallet
  to: Wallet
  /** The amount that would be sent; "" while nothing is typed. */
  amount: string
  isExchange: boolean
  quoting: Quoting
  /** More than may leave the wallet. */
  tooMuch: boolean
  /** The amount that would arrive; null while no rate is known. */
  received: string | null
}>

/** Everything the form shows, worked out from what is typed, the wallets and the quote. */
export function useTransferForm(wallets: readonly Wallet[]): TransferForm {
  const asked = useQueryOfPage()
  const name = ['transfer', asked['from'], asked['to'], asked['amount']].join('.')
  const [draft, change, forget] = useKept<Draft>(name, openingOf(asked, wallets))
  const walletOf = (type: string): Wallet => {
    const found = wallets.find(({ walletType }) => walletType === type)
    if (found === undefined) throw new Error(`the server does not know the wallet ${type}`)
    return found
  }
  const [from, to] = [walletOf(draft.from), walletOf(draft.to)]
  const amount = amountIn(from.currency, draft.amount)
  const isExchange = from.currency !== to.currency
  const quoting = useQuote(isExchange && !isNothing(amount) ? { from: draft.from, to: draft.to, amount } : null)
  return {
    wallets,
    draft,
    change,
    forget,
    from,
    to,
    amount,
    isExchange,
    quoting,
    tooMuch: isMore(amount === '' ? '0' : amount, from.withdrawable),
    received: isExchange ? (quoting.quote?.toAmount ?? null) : amount,
  }
}
