import { house, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { type EntryDraft, type Line, reversalOf, transfer as moved } from '../ledger/entry.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { type ActionOf, next } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { payoutAt, rateOf } from './price.ts'
import { isChain, rails } from './rails.ts'
import { eventOf } from './review.ts'
import { type Withdrawal, type WithdrawalReason, isHeld, withdrawalMachine } from './withdrawal.ts'
import { withdrawalKind, withdrawalEventKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

type Ending = Readonly<{ withdrawalId: string; valueDate: CalendarDate; now: Instant }>

const SENT_STEP = 1
const END_STEP = 2
const TAKEN_BACK_STEP = 3

/** J13: the customer takes it back, until a decision is made. */
export function cancelWithdrawal(state: AccountState, { withdrawalId, valueDate, now }: Ending): Result<Outcome> {
  const withdrawal = withdrawalKind.of(state).get(withdrawalId)
  if (withdrawal === undefined) return refuse('object.not_found', { field: 'id' })
  const cancelled = moveOn(withdrawal, 'cancel', now)
  if (cancelled === null) return refuse('withdrawal.not_cancellable', { field: 'id' })
  return ok({
    entries: [releaseEntry(withdrawal, valueDate)],
    records: withdrawalKind.changed(cancelled),
    events: [
      ...withdrawalEventKind.happened(eventOf(cancelled, { kind: 'cancelled', by: 'customer', at: now })),
      ...messageKind.happened(messageOf('withdrawal.cancelled', withdrawal)),
    ],
  })
}

type Rejecting = Ending & Readonly<{ reason: WithdrawalReason }>

/** J13: staff refuse it, with a reason its customer reads. */
export function rejectWithdrawal(state: AccountState, { withdrawalId, reason, valueDate, now }: Rejecting): Result<Outcome> {
  const withdrawal = withdrawalKind.of(state).get(withdrawalId)
  if (withdrawal === undefined) return refuse('object.not_found', { field: 'id' })
  const moved = moveOn(withdrawal, 'reject', now)
  if (moved === null) return refuse('withdrawal.not_cancellable', { field: 'id' })
  const rejected: Withdrawal = { ...moved, reason, examinedAt: now }
  return ok({
    entries: [releaseEntry(withdrawal, valueDate)],
    records: withdrawalKind.changed(rejected),
    events: [
      ...withdrawalEventKind.happened(eventOf(rejected, { kind: 'rejected', by: 'staff', reason, at: now })),
      ...messageKind.happened({
        template: 'withdrawal.rejected',
        facts: { ...factsOf(withdrawal), withdrawalReason: reason },
        link: linkOf(withdrawal),
      }),
    ],
  })
}

type Sending = Ending &
  Readonly<{
    reference: string
    /** The mid of this moment, the last one while the market is closed; null where nothing is converted or no rate is known. */
    mid: bigint | null
  }>

/**
 * J11 and J12: the bank or the network has taken it. Money is converted now, for the cost that was fixed at the request. Does nothing a
 * second time, before approval, or while no rate is known; and pays nothing out of an account that was frozen since the approval, whoever
 * requested the withdrawal.
 */
export function sendWithdrawal(state: AccountState, { withdrawalId, reference, mid, valueDate, now }: Sending): Outcome {
  const withdrawal = withdrawalKind.of(state).get(withdrawalId)
  const sent = withdrawal === undefined ? null : moveOn(withdrawal, 'send', now)
  if (withdrawal === undefined || sent === null) return { entries: [] }
  if (state.frozen) return returnWithdrawal(state, { withdrawalId, reason: 'ACCOUNT_FROZEN', valueDate, now })
  const changed = changedAt(withdrawal, mid)
  if (changed === null) return { entries: [] }
  const paid: Withdrawal = { ...sent, ...changed, reference, paidSequence: state.sequence + 1, sentAt: now }
  return {
    entries: payoutEntries(paid, valueDate),
    records: withdrawalKind.changed(paid),
    events: [
      ...withdrawalEventKind.happened(eventOf(paid, { kind: 'sent', by: 'payout', at: now })),
      ...messageKind.happened({
        template: 'withdrawal.sent',
        facts: { ...factsOf(withdrawal), received: moneyFact(paid.payout, paid.pays) },
        link: linkOf(withdrawal),
      }),
    ],
  }
}

type Changed = Pick<Withdrawal, 'payout' | 'rate' | 'mid'>

/** The conversion of the money at a mid; null while that is not known. */
function changedAt({ rail: railId, amount, fee, payout, rate, mid: asked }: Withdrawal, mid: bigint | null): Changed | null {
  if (rate === null) return { payout, rate, mid: asked }
  if (mid === null) return null
  const rail = rails[railId]
  const now = rateOf(rail, mid)
  return { payout: payoutAt(rail, amount - fee, now), rate: now, mid }
}

/**
 * Gives money that a bank sent back, or never took, to the customer again, the fee included: J99 of J11 and J12 where they were posted,
 * then J13.
 */
export function returnWithdrawal(state: AccountState, { withdrawalId, reason, valueDate, now }: Rejecting): Outcome {
  const withdrawal = withdrawalKind.of(state).get(withdrawalId)
  const moved = withdrawal === undefined ? null : moveOn(withdrawal, 'giveBack', now)
  if (withdrawal === undefined || moved === null) return { entries: [] }
  const returned: Withdrawal = { ...moved, reason }
  return {
    entries: [...takenBack(withdrawal, valueDate), releaseEntry(withdrawal, valueDate)],
    records: withdrawalKind.changed(returned),
    events: [
      ...withdrawalEventKind.happened(eventOf(returned, { kind: 'returned', by: 'payout', reason, at: now })),
      ...messageKind.happened({
        template: 'withdrawal.returned',
        facts: { ...factsOf(withdrawal), withdrawalReason: reason },
        link: linkOf(withdrawal),
      }),
    ],
  }
}

function moveOn(withdrawal: Withdrawal, action: ActionOf<typeof withdrawalMachine>, now: Instant): Withdrawal | null {
  const status = next(withdrawalMachine, withdrawal.status, action)
  return status === null ? null : { ...withdrawal, status, changedAt: now }
}

const linkOf = ({ id }: Withdrawal) => `withdrawal:${id}` as const
const factsOf = ({ amount, wallet, destination }: Withdrawal) => ({
  amount: moneyFact(amount, walletCurrencies[wallet]),
  card: destination.label,
})
const messageOf = (template: 'withdrawal.cancelled', withdrawal: Withdrawal): MessageDraft => ({
  template,
  facts: factsOf(withdrawal),
  link: linkOf(withdrawal),
})

function releaseEntry({ id, wallet, amount }: Withdrawal, valueDate: CalendarDate): EntryDraft {
  const [from, to] = [walletAccount(wallet, 'HOLD'), walletAccount(wallet, 'CASH')]
  return {
    journal: 'J13',
    cause: { kind: 'withdrawal', id, step: END_STEP },
    lines: moved({ from, to, asset: walletCurrencies[wallet], amount }),
    valueDate,
  }
}

/** J11 and J12, as a payout will post them. */
export function payoutEntries(withdrawal: Withdrawal, valueDate: CalendarDate): EntryDraft[] {
  const { id, wallet, fee } = withdrawal
  const cause = { kind: 'withdrawal', id, step: SENT_STEP } as const
  const asset = walletCurrencies[wallet]
  const charged = moved({ from: walletAccount(wallet, 'HOLD'), to: house.fee('WD', asset), asset, amount: fee })
  return [
    { journal: 'J11', cause, lines: paidLines(withdrawal), valueDate },
    { journal: 'J12', cause, lines: charged, valueDate },
  ]
}

/** Another currency is paid through the brokerage's exchange desk, which takes the one and gives the other. */
function paidLines({ wallet, rail, amount, fee, payout, pays }: Withdrawal): readonly Line[] {
  const from = walletAccount(wallet, 'HOLD')
  const asset = walletCurrencies[wallet]
  const outside = isChain(rail) ? house.chain(pays, rail) : house.bank(pays)
  const net = amount - fee
  if (pays === asset) return moved({ from, to: outside, asset, amount: net })
  return [
    ...moved({ from, to: house.exchange(asset), asset, amount: net }),
    ...moved({ from: house.exchange(pays), to: outside, asset: pays, amount: payout }),
  ]
}

/** Puts the amount back on hold first, because a sent withdrawal holds nothing any more. */
function takenBack(withdrawal: Withdrawal, valueDate: CalendarDate): EntryDraft[] {
  const { paidSequence } = withdrawal
  if (isHeld(withdrawal) || paidSequence === null) return []
  return payoutEntries(withdrawal, valueDate).map(({ lines }, place) => ({
    ...reversalOf({ sequence: paidSequence + place, lines }, valueDate),
    cause: { kind: 'withdrawal', id: withdrawal.id, step: TAKEN_BACK_STEP + place },
  }))
}
