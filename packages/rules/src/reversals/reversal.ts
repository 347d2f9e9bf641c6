import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { ActReason } from '../staff/reasons.ts'
import type { CalendarDate } from '../time.ts'
import { isCustomerAccount, readCustomerAccount } from '../ledger/accounts.ts'
import { type WalletType, walletCurrencies } from '../wallets/wallet.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type Entry, type EntryDraft, reversalOf } from '../ledger/entry.ts'
import { type ReversalBar, journalFacts } from '../ledger/journals.ts'
import { messageKind } from '../messages/records.ts'

/**
 * Linked reversals (`docs/rules/ledger.md` G, J99): a mistake in the ledger is taken back by the exact negation of its entry, which the
 * reversal names. There is no other correction: nobody can post an amount of their own choosing.
 */

/** A reversal requested by a person may itself be wrong and can be taken back; one of a payout that came back belongs to its withdrawal. */
export const reversalBarOf = ({ journal, cause }: Pick<Entry, 'journal' | 'cause'>): ReversalBar | null =>
  journal === 'J99' && cause.kind !== 'reversal' ? 'dedicatedFlow' : journalFacts[journal].bar

type CashLine = Readonly<{ wallet: WalletType; amount: bigint }>

/** The effect of an entry on the customer's cash, line by line. Entries that can be taken back affect nothing else of a customer. */
const cashLinesOf = ({ lines }: Pick<Entry, 'lines'>): readonly CashLine[] =>
  lines.flatMap(({ account, amount }) => {
    const place = isCustomerAccount(account) ? readCustomerAccount(account) : null
    return place?.kind === 'wallet' ? [{ wallet: place.wallet, amount }] : []
  })

/** The wallets that must be read before the entry is taken back. */
export const walletsMovedBy = (entry: Pick<Entry, 'lines'>): readonly WalletType[] => [
  ...new Set(cashLinesOf(entry).map(({ wallet }) => wallet)),
]

type Reversing = Readonly<{ entry: Entry; isReversed: boolean; reason: ActReason; valueDate: CalendarDate }>

/** J99: exactly the lines of the entry with the opposite sign, once, and never below zero. */
export function reverseEntry(state: AccountState, { entry, isReversed, reason, valueDate }: Reversing): Result<Outcome> {
  const bar = reversalBarOf(entry)
  if (bar !== null) return refuse('entry.irreversible', { why: bar })
  if (isReversed) return refuse('entry.reversed_already', { sequence: entry.sequence })
  const reversal = reversalOf(entry, valueDate)
  const short = firstUncovered(state, reversal)
  if (short !== null) return refuse('entry.not_covered', { wallet: short })
  return ok({ entries: [reversal], events: messageKind.happened(...messagesOf(reversal, reason)) })
}

/** Line by line, as the ledger posts it: no balance is below zero even in between. */
function firstUncovered(state: AccountState, reversal: EntryDraft): WalletType | null {
  const cash = new Map<WalletType, bigint>()
  for (const { wallet, amount } of cashLinesOf(reversal)) {
    const after = (cash.get(wallet) ?? walletOf(state, wallet).cash) + amount
    if (after < 0n) return wallet
    cash.set(wallet, after)
  }
  return null
}

/** One for each wallet that has more or less than before. */
function messagesOf(reversal: EntryDraft, reason: ActReason): readonly MessageDraft[] {
  const lines = cashLinesOf(reversal)
  return walletsMovedBy(reversal).flatMap((wallet) => {
    const amount = lines.reduce((sum, line) => (line.wallet === wallet ? sum + line.amount : sum), 0n)
    const facts = { amount: moneyFact(amount < 0n ? -amount : amount, walletCurrencies[wallet]), wallet, actReason: reason }
    return amount === 0n ? [] : [{ template: amount < 0n ? 'correction.taken' : 'correction.given', facts, link: null }]
  })
}
