import { house, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type EntryDraft, transfer as moved } from '../ledger/entry.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { next } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { priceCallBack } from './call-back.ts'
import { RATE_STALE_AFTER_MS } from './exchange-terms.ts'
import { type Transfer, type TransferStatus, transferMachine } from './transfer.ts'
import { transferKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

type Ending = Readonly<{ transferId: string; valueDate: CalendarDate }>

type CallingBack = Ending &
  Readonly<{
    /** The mid of this moment, the last one where the pair is closed; null where no rate is known. */
    mid: bigint | null
    /** The least that its customer agreed to get back; null when they named nothing. */
    leastReturned: bigint | null
  }>

/** J23 and J24: the customer calls an exchange back until its settle time, at its value at that moment. */
export function cancelTransfer(state: AccountState, { mid, leastReturned, ...ending }: CallingBack, now: Instant): Result<Outcome> {
  const transfer = transferKind.of(state).get(ending.transferId)
  if (transfer === undefined) return refuse('object.not_found', { field: 'transferId' })
  const status = next(transferMachine, transfer.status, 'cancel')
  const price = priceCallBack(transfer, mid)
  if (status === null || price === null || isDue(transfer, now)) return refuse('transfer.not_cancellable', { status: transfer.status })
  const { returned, rate } = price
  if (leastReturned !== null && returned < leastReturned) return refuse('exchange.quote_expired', { field: 'leastReturn' })
  const entries = returnEntries(state, transfer, returned, ending.valueDate)
  return ok(ended({ ...transfer, returned: { amount: returned, rate } }, status, entries, now))
}

type Settling = Ending &
  Readonly<{
    /** The last update of the market of the two currencies; null when there was none since the quote. */
    heardAt: Instant | null
  }>

/**
 * At its settle time an exchange is done at the quoted rate, or undone when there was no rate for a day. Before that time, and a second
 * time, nothing happens.
 */
export function settleTransfer(state: AccountState, { transferId, valueDate, heardAt }: Settling, now: Instant): Result<Outcome> {
  const transfer = transferKind.of(state).get(transferId)
  if (transfer === undefined) return refuse('object.not_found', { field: 'transferId' })
  const isStale = now - (heardAt ?? transfer.exchange?.midAt ?? now) > RATE_STALE_AFTER_MS
  const status = next(transferMachine, transfer.status, isStale ? 'fail' : 'settle')
  if (status === null || !isDue(transfer, now)) return ok({ entries: [] })
  const events = messageKind.happened(newsOf(state, transfer, isStale))
  if (!isStale) return ok({ ...ended(transfer, status, [exchangeEntry(state, transfer, valueDate)], now), events })
  const whole: Transfer = { ...transfer, returned: { amount: transfer.amount, rate: null } }
  return ok({ ...ended(whole, status, returnEntries(state, transfer, transfer.amount, valueDate), now), events })
}

const isDue = ({ exchange }: Transfer, now: Instant): boolean => exchange === null || now >= exchange.settlesAt

const ended = (transfer: Transfer, status: TransferStatus, entries: readonly EntryDraft[], now: Instant): Outcome => ({
  entries,
  records: transferKind.changed({ ...transfer, status, changedAt: now }),
})

/** The message of an end by the market; a cancel needs none. */
function newsOf(state: AccountState, { id, from, to, amount, received }: Transfer, isStale: boolean): MessageDraft {
  const facts = { amount: moneyFact(amount, walletOf(state, from).currency), from, to }
  const link = `transfer:${id}` as const
  if (isStale) return { template: 'transfer.failed', facts, link }
  return { template: 'transfer.done', facts: { ...facts, received: moneyFact(received, walletOf(state, to).currency) }, link }
}

const END_STEP = 1

/** J21: the brokerage takes the held amount and gives the promised one, each in its own currency. */
function exchangeEntry(state: AccountState, { id, from, to, amount, received }: Transfer, valueDate: CalendarDate): EntryDraft {
  const [paid, given] = [walletOf(state, from).currency, walletOf(state, to).currency]
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

/** J23 returns the held amount, and J24 leaves the cost of calling it back with the exchange desk. */
function returnEntries(
  state: AccountState,
  { id, from, amount }: Transfer,
  returned: bigint,
  valueDate: CalendarDate,
): readonly EntryDraft[] {
  const asset = walletOf(state, from).currency
  const cause = { kind: 'transfer', id, step: END_STEP } as const
  const held = walletAccount(from, 'HOLD')
  const back = moved({ from: held, to: walletAccount(from, 'CASH'), asset, amount: returned })
  const cost = moved({ from: held, to: house.exchange(asset), asset, amount: amount - returned })
  return [
    ...(returned > 0n ? [{ journal: 'J23', cause, lines: back, valueDate } as const] : []),
    ...(returned < amount ? [{ journal: 'J24', cause, lines: cost, valueDate } as const] : []),
  ]
}
