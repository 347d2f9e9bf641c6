import type { CardDetails } from '../../src/cards/card.ts'
import type { AccountState } from '../../src/ledger/account-state.ts'
import type { KycStatus } from '../../src/kyc/identity.ts'
import { isWorking } from '../../src/orders/order.ts'
import { type Refusal, refuse } from '../../src/result.ts'
import { DAY_MS, type Instant } from '../../src/time.ts'
import type { Circumstances } from '../../src/withdrawals/review.ts'
import { type Withdrawal, type WithdrawalReason, isHeld } from '../../src/withdrawals/withdrawal.ts'
import type { Account } from './account.ts'
import { orderKind } from '../../src/orders/records.ts'
import { positionKind } from '../../src/positions/records.ts'
import { marginPositionKind } from '../../src/margin/records.ts'
import { transferKind } from '../../src/transfers/records.ts'
import { depositKind } from '../../src/deposits/records.ts'
import { isOpen as isOpenMandate } from '../../src/follow/mandate.ts'
import { mandateKind } from '../../src/follow/records.ts'
import { isOpen } from '../../src/funds/fund-order.ts'
import { subscriptionKind } from '../../src/subscriptions/records.ts'
import { isOpenLoan } from '../../src/loans/loan.ts'
import { loanKind } from '../../src/loans/records.ts'
import { fundOrderKind } from '../../src/funds/records.ts'
import { rentalKind } from '../../src/robots/records.ts'
import { isOpenRental } from '../../src/robots/rental.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'

/** Facts of a customer beside the account state: rows of their own, which a restart leaves as they are. */
export type Standing = {
  identity: KycStatus
  /** The number on the papers that were handed in last. */
  paper: string | null
  isBirthDateTold: boolean
  /** The times at which a failed check was tried again, newest first. */
  retriedAt: readonly Instant[]
  identityReviewAt: Instant
  identityQueued: boolean
  coolingUntil: Instant
  frozenByOwner: boolean
  closed: boolean
  readonly cardDetails: Map<string, CardDetails>
  readonly queuedCards: Set<string>
  /** The first approval where two are needed, by withdrawal. */
  readonly asks: Map<string, Ask>
  /** Decisions of staff that have not been carried out. */
  readonly decisions: Map<string, Decision>
}
export type Ask = Readonly<{ person: string; at: Instant }>
export type Decision = 'approved' | WithdrawalReason

export const newStanding = (): Standing => ({
  identity: 'none',
  paper: null,
  isBirthDateTold: false,
  retriedAt: [],
  identityReviewAt: 0,
  identityQueued: false,
  coolingUntil: 0,
  frozenByOwner: false,
  closed: false,
  cardDetails: new Map(),
  queuedCards: new Set(),
  asks: new Map(),
  decisions: new Map(),
})

/** The checks at the edge of the server for moving money out and for adding or changing a destination; null when all pass. */
export function gateOut({ state, standing }: Account, now: Instant): Refusal | null {
  if (state.frozen) return refuse('account.frozen')
  if (standing.identity !== 'passed') return refuse('kyc.required')
  return standing.coolingUntil > now ? refuse('security.cooling_off') : null
}

/** The facts the rules get about a withdrawing customer. The destination holds, in place of its name, how that name compares. */
export const circumstancesOf = ({ state, standing }: Account, { destination }: Withdrawal, now: Instant): Circumstances => ({
  isFrozen: state.frozen,
  isIdentityPassed: standing.identity === 'passed',
  isHolderCertain: destination.sealed === 'same',
  isCooling: standing.coolingUntil > now,
})

/** A cooling-off never ends an earlier one before its time. */
export const coolingAfter = (before: Instant, now: Instant): Instant => Math.max(before, now + DAY_MS)

/** The earliest payout to a destination: a day from now if nothing was ever paid there; null for a known one. */
export const earliestTo = (state: AccountState, fingerprint: string, now: Instant): Instant | null =>
  [...withdrawalKind.of(state).values()].some(({ status, destination }) => status === 'sent' && destination.fingerprint === fingerprint)
    ? null
    : now + DAY_MS

export type SecondPair = 'waiting' | 'approved' | 'same person'
const ASK_MS = DAY_MS

/** Takes two people: the first approval waits a day for another person's. */
export function requireDualApproval(asks: Standing['asks'], withdrawalId: string, { person, at }: Ask): SecondPair {
  const first = asks.get(withdrawalId)
  if (first === undefined || first.at + ASK_MS < at) {
    asks.set(withdrawalId, { person, at })
    return 'waiting'
  }
  return first.person === person ? 'same person' : 'approved'
}

/** Bars closing an account: something is under way, or more than money is owned. */
export const hasUnderWay = (state: AccountState): boolean =>
  [...orderKind.of(state).values()].some(isWorking) ||
  positionKind.of(state).size > 0 ||
  [...marginPositionKind.of(state).values()].some(({ closedAt }) => closedAt === null) ||
  [...transferKind.of(state).values()].some(({ status }) => status === 'pending') ||
  [...depositKind.of(state).values()].some(({ status }) => status === 'announced' || status === 'arrived' || status === 'waiting') ||
  [...withdrawalKind.of(state).values()].some(isHeld) ||
  [...fundOrderKind.of(state).values()].some(isOpen) ||
  [...mandateKind.of(state).values()].some(isOpenMandate) ||
  [...rentalKind.of(state).values()].some(isOpenRental) ||
  [...subscriptionKind.of(state).values()].some(({ status }) => status === 'waiting' || status === 'allotted') ||
  [...loanKind.of(state).values()].some(isOpenLoan) ||
  [...state.wallets.values()].some(({ hold, margin, unsettled }) => hold > 0n || margin > 0n || unsettled > 0n)
