import { walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type EntryDraft, transfer as moved } from '../ledger/entry.ts'
import { formatMinor } from '../money.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type Wallet, type WalletType, availableOf, withdrawableOf } from '../wallets/wallet.ts'
import { SETTLE_DELAY_MS } from './exchange-terms.ts'
import type { ExchangeQuote, Transfer } from './transfer.ts'
import { transferKind } from './records.ts'

/** A customer's transfer request; `amount` in minor units of the wallet it leaves. */
export type TransferRequest = Readonly<{
  /** The id of a transfer in one currency; an exchange has its quote's. */
  id: string
  number: string
  from: WalletType
  to: WalletType
  amount: bigint
  /** The quote the customer names, and the brokerage's record of it. */
  quoteId: string | null
  quote: ExchangeQuote | null
  valueDate: CalendarDate
}>

export type Started = Readonly<{ transfer: Transfer; outcome: Outcome }>

/** J20 within a currency; J22 puts the money of an exchange on hold until it settles. */
export function startTransfer(state: AccountState, request: TransferRequest, now: Instant): Result<Started> {
  if (request.from === request.to) return refuse('wallet.same', { field: 'toWalletType' })
  if (state.frozen) return refuse('account.frozen')
  const from = walletOf(state, request.from)
  const isExchange = from.currency !== walletOf(state, request.to).currency
  const wrong = (isExchange ? checkQuote(state, request, now) : null) ?? checkFunds(from, request.amount)
  if (wrong !== null) return wrong
  const transfer = isExchange && request.quote !== null ? newExchange(state, request, request.quote, now) : newTransfer(state, request, now)
  return ok({ transfer, outcome: { entries: [startEntry(transfer, from, request.valueDate)], records: transferKind.changed(transfer) } })
}

/** A quote holds for its own customer, wallets and amount, until it expires, once. */
function checkQuote(state: AccountState, { quoteId, quote, from, to, amount }: TransferRequest, now: Instant): Refusal | null {
  if (quoteId === null) return refuse('parameter.missing', { field: 'quoteId' })
  const fits = quote !== null && quote.accountId === state.accountId && quote.from === from && quote.to === to && quote.amount === amount
  const isOpen = fits && now < quote.expiresAt && !transferKind.of(state).has(quote.id)
  return isOpen ? null : refuse('exchange.quote_expired', { field: 'quoteId' })
}

/** Sale proceeds that have not settled stay where they are. */
function checkFunds(wallet: Wallet, amount: bigint): Refusal | null {
  const facts = { field: 'amount', withdrawable: formatMinor(withdrawableOf(wallet), wallet.currency) }
  if (amount <= withdrawableOf(wallet)) return null
  if (amount <= availableOf(wallet)) return refuse('funds.unsettled', facts)
  return refuse('wallet.insufficient', {
    ...facts,
    available: formatMinor(availableOf(wallet), wallet.currency),
    missing: formatMinor(amount - availableOf(wallet), wallet.currency),
  })
}

const newTransfer = (state: AccountState, { id, number, from, to, amount }: TransferRequest, now: Instant): Transfer => ({
  id,
  number,
  accountId: state.accountId,
  from,
  to,
  amount,
  received: amount,
  exchange: null,
  status: 'done',
  returned: null,
  startedAt: now,
  changedAt: now,
})

const newExchange = (state: AccountState, request: TransferRequest, quote: ExchangeQuote, now: Instant): Transfer => ({
  ...newTransfer(state, request, now),
  id: quote.id,
  received: quote.received,
  exchange: { mid: quote.mid, midAt: quote.midAt, rate: quote.rate, spread: quote.spread, settlesAt: now + SETTLE_DELAY_MS },
  status: 'pending',
})

const START_STEP = 0

function startEntry(transfer: Transfer, { currency: asset }: Wallet, valueDate: CalendarDate): EntryDraft {
  const { id, from, to, amount, exchange } = transfer
  const cash = walletAccount(from, 'CASH')
  const target = exchange === null ? walletAccount(to, 'CASH') : walletAccount(from, 'HOLD')
  return {
    journal: exchange === null ? 'J20' : 'J22',
    cause: { kind: 'transfer', id, step: START_STEP },
    lines: moved({ from: cash, to: target, asset, amount }),
    valueDate,
  }
}
