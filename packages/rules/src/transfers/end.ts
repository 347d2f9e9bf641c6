import { house, walletAccount } from '../ledger/accounts.ts'
import { type Books, type Outcome, walletOf } from '../ledger/books.ts'
import { type EntryDraft, transfer as moved } from '../ledger/entry.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { next } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { RATE_STALE_AFTER_MS } from './exchange-terms.ts'
import { type Transfer, type TransferStatus, transferMachine } from './transfer.ts'

type Ending = Readonly<{ transferId: string; valueDate: CalendarDate }>

/** The customer calls an exchange back, until its settle time. */
export function cancelTransfer(books: Books, { transferId, valueDate }: Ending, now: Instant): Result<Outcome> {
  const transfer = books.transfers.get(transferId)
  if (transfer === undefined) return refuse('object.not_found', { field: 'transferId' })
  const status = next(transferMachine, transfer.status, 'cancel')
  if (status === null || isDue(transfer, now)) return refuse('transfer.not_cancellable', { status: transfer.status })
  return ok(ended(transfer, status, returnEntry(books, transfer, valueDate), now))
}

type Settling = Ending &
  Readonly<{
    /** When the market of the two currencies was last heard of; null when it never was since the quote. */
    heardAt: Instant | null
  }>

/**
 * At its settle time an exchange is done at the quoted rate, or undone when no rate was heard of for a day. Before
 * that time, and a second time, nothing happens.
 */
export function settleTransfer(books: Books, { transferId, valueDate, heardAt }: Settling, now: Instant): Result<Outcome> {
  const transfer = books.transfers.get(transferId)
  if (transfer === undefined) return refuse('object.not_found', { field: 'transferId' })
  const isStale = now - (heardAt ?? transfer.exchange?.midAt ?? now) > RATE_STALE_AFTER_MS
  const status = next(transferMachine, transfer.status, isStale ? 'fail' : 'settle')
  if (status === null || !isDue(transfer, now)) return ok({ entries: [] })
  const entry = isStale ? returnEntry(books, transfer, valueDate) : exchangeEntry(books, transfer, valueDate)
  return ok({ ...ended(transfer, status, entry, now), messages: [newsOf(books, transfer, isStale)] })
}

const isDue = ({ exchange }: Transfer, now: Instant): boolean => exchange === null || now >= exchange.settlesAt

const ended = (transfer: Transfer, status: TransferStatus, entry: EntryDraft, now: Instant): Outcome => ({
  entries: [entry],
  transfers: [{ ...transfer, status, changedAt: now }],
})

/** Who called it back knows; what the market decided is told. */
function newsOf(books: Books, { id, from, to, amount, received }: Transfer, isStale: boolean): MessageDraft {
  const facts = { amount: moneyFact(amount, walletOf(books, from).currency), from, to }
  const link = `transfer:${id}` as const
  if (isStale) return { template: 'transfer.failed', facts, link }
  return { template: 'transfer.done', facts: { ...facts, received: moneyFact(received, walletOf(books, to).currency) }, link }
}

const END_STEP = 1

/** J21: the house takes what was held and gives what it promised, each in its own currency. */
function exchangeEntry(books: Books, { id, from, to, amount, received }: Transfer, valueDate: CalendarDate): EntryDraft {
  const [paid, given] = [walletOf(books, from).currency, walletOf(books, to).currency]
  return {
    journal: 'J21',
    cause: { kind: 'transfer', id, step: END_STEP },
    lines: [
      ...moved({ from: walletAccount(from, 'HOLD'), to: house.exchange(paid), asset: paid, amount }),
      ...moved({ from: house.exchange(given), to: walletAccount(to, 'CASH'), asset: given, amount: received }),
    ],
    valueDate,
  }
}

/** J23: what was held goes back whole. */
function returnEntry(books: Books, { id, from, amount }: Transfer, valueDate: CalendarDate): EntryDraft {
  const asset = walletOf(books, from).currency
  return {
    journal: 'J23',
    cause: { kind: 'transfer', id, step: END_STEP },
    lines: moved({ from: walletAccount(from, 'HOLD'), to: walletAccount(from, 'CASH'), asset, amount }),
    valueDate,
  }
}
