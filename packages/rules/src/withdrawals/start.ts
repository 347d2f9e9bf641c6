import { isUsable } from '../cards/card.ts'
import { walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type EntryDraft, transfer as moved } from '../ledger/entry.ts'
import { moneyFact } from '../messages/message.ts'
import { formatMinor } from '../money.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { Limits } from '../terms/limits.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type Wallet, availableOf, walletCurrencies, withdrawableOf } from '../wallets/wallet.ts'
import { leftInDollars, needsCode, usableAmount, valueInDollars } from './limits.ts'
import { priceWithdrawal, rateOf } from './price.ts'
import { type Rail, type RailFee, type RailId, rails } from './rails.ts'
import type { Destination, Withdrawal } from './withdrawal.ts'
import { withdrawalKind, withdrawalEventKind } from './records.ts'
import { messageKind } from '../messages/records.ts'
import { cardKind } from '../cards/records.ts'

/** Market rates when the withdrawal was priced, or when its quote was made. */
export type Mids = Readonly<{
  /** The wallet's currency against dollars; null for dollars. */
  dollar: bigint | null
  /** The payout's currency against the wallet's; null where nothing is converted. */
  payout: bigint | null
}>

export type WithdrawalRequest = Readonly<{
  id: string
  number: string
  rail: RailId
  /** The fee the customer was shown; the rail's own first one if it never changed. */
  fee?: RailFee
  /** The limits of the moment; the first ones if they never changed. */
  limits?: Limits
  amount: bigint
  destination: Destination
  /** The version of the card whose details the destination is; null without a card. */
  cardVersion: number | null
  mids: Mids
  /** A mailed code was shown with it, or there is no mailbox to show one of. */
  isMailboxProven: boolean
  /** No money leaves while the ledger is not in order. */
  isPaused: boolean
  reviewAt: Instant
  /** The moment of the request by the wall clock, which limits and reviews go by. */
  askedAt: Instant
  valueDate: CalendarDate
}>

export type Started = Readonly<{ withdrawal: Withdrawal; outcome: Outcome }>

/** J10: the requested amount is on hold at once, so that it cannot be spent twice. */
export function startWithdrawal(state: AccountState, request: WithdrawalRequest): Result<Started> {
  if (state.frozen) return refuse('account.frozen')
  if (request.isPaused) return refuse('maintenance')
  const unusable = checkCard(state, request)
  if (unusable !== null) return unusable
  const rail = request.fee === undefined ? rails[request.rail] : { ...rails[request.rail], fee: request.fee }
  const wallet = walletOf(state, rail.wallet)
  const value = valueInDollars(request.amount, wallet.currency, request.mids.dollar)
  const wrong = checkAmount(state, { request, rail, wallet })
  if (wrong !== null) return wrong
  if (!request.isMailboxProven && needsCode(withdrawalKind.of(state).values(), value, request.askedAt, request.limits))
    return refuse('parameter.missing', { field: 'code' })
  const withdrawal = newWithdrawal(state.accountId, request, rail, value)
  return ok({ withdrawal, outcome: startedOutcome(withdrawal, wallet, request.valueDate) })
}

/** The card must be the version that was read, accepted, and a day old. */
function checkCard(state: AccountState, { destination, cardVersion, askedAt }: WithdrawalRequest): Refusal | null {
  if (destination.cardId === null) return null
  const card = cardKind.of(state).get(destination.cardId)
  if (card === undefined || card.status === 'removed' || card.version !== cardVersion)
    return refuse('object.not_found', { field: 'cardId' })
  if (card.status !== 'active') return refuse('parameter.invalid', { field: 'cardId', reason: card.status })
  if (isUsable(card, askedAt)) return null
  return refuse('security.cooling_off', { coolingEndTimestamp: card.coolingUntil, retryAfterMs: card.coolingUntil - askedAt })
}

type Checking = Readonly<{ request: WithdrawalRequest; rail: Rail; wallet: Wallet }>

function checkAmount(state: AccountState, { request, rail, wallet }: Checking): Refusal | null {
  const { amount, mids, limits, askedAt } = request
  const left = leftInDollars(withdrawalKind.of(state).values(), askedAt, limits)
  const asking = { rail, withdrawable: withdrawableOf(wallet), left, dollarMid: mids.dollar, rate: rateOf(rail, mids.payout) }
  const { least, most, dayLeft, monthLeft } = usableAmount(limits === undefined ? asking : { ...asking, limits })
  const facts = (limit: bigint) => ({ field: 'amount', num: formatMinor(limit, wallet.currency), currency: wallet.currency })
  if (amount < least) return refuse('withdrawal.below_minimum', facts(least))
  if (amount > most) return refuse('withdrawal.above_maximum', facts(most))
  if (amount > availableOf(wallet)) {
    const available = formatMinor(availableOf(wallet), wallet.currency)
    return refuse('wallet.insufficient', {
      field: 'amount',
      available,
      missing: formatMinor(amount - availableOf(wallet), wallet.currency),
    })
  }
  if (amount > withdrawableOf(wallet))
    return refuse('funds.unsettled', { field: 'amount', withdrawable: formatMinor(withdrawableOf(wallet), wallet.currency) })
  const limited = dayLeft < monthLeft ? dayLeft : monthLeft
  return amount > limited ? refuse('withdrawal.limit', { ...facts(limited), period: dayLeft < monthLeft ? 'day' : 'month' }) : null
}

function newWithdrawal(accountId: string, request: WithdrawalRequest, rail: Rail, value: bigint): Withdrawal {
  const { id, number, amount, destination, mids, reviewAt, askedAt } = request
  const { fee, payout, rate } = priceWithdrawal(rail, amount, mids.payout)
  return {
    ...{ id, number, accountId, rail: rail.id, wallet: rail.wallet, destination, amount, fee, payout, pays: rail.pays, rate, value },
    mid: rate === null ? null : mids.payout,
    ...{ status: 'pending', reason: null, reference: null, paidSequence: null },
    ...{ startedAt: askedAt, reviewAt, queuedAt: null, examinedAt: null, sentAt: null, changedAt: askedAt },
  }
}

function startedOutcome(withdrawal: Withdrawal, { currency }: Wallet, valueDate: CalendarDate): Outcome {
  const { id, accountId, amount, destination, startedAt: at } = withdrawal
  const facts = { amount: moneyFact(amount, currency), card: destination.label }
  return {
    entries: [holdEntry(withdrawal, valueDate)],
    records: withdrawalKind.changed(withdrawal),
    events: [
      ...withdrawalEventKind.happened({ accountId, withdrawalId: id, kind: 'requested', by: 'customer', reason: null, findings: [], at }),
      ...messageKind.happened({ template: 'withdrawal.requested', facts, link: `withdrawal:${id}` }),
    ],
  }
}

export const HOLD_STEP = 0

function holdEntry({ id, wallet, amount }: Withdrawal, valueDate: CalendarDate): EntryDraft {
  return {
    journal: 'J10',
    cause: { kind: 'withdrawal', id, step: HOLD_STEP },
    lines: moved({ from: walletAccount(wallet, 'CASH'), to: walletAccount(wallet, 'HOLD'), asset: walletCurrencies[wallet], amount }),
    valueDate,
  }
}
