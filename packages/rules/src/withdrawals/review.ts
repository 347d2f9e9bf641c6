import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { next } from '../machine.ts'
import { type Limits, firstLimits } from '../terms/limits.ts'
import { DAY_MS, type Instant } from '../time.ts'
import { type Withdrawal, type WithdrawalEvent, countsAgainstLimits, withdrawalMachine } from './withdrawal.ts'
import { withdrawalKind, withdrawalEventKind } from './records.ts'

/**
 * The rules that review a withdrawal three to five minutes after its request (`docs/rules/withdrawals.md` E.11). They approve it or leave
 * it to staff; they never refuse, because a rule cannot explain itself.
 */
export type Circumstances = Readonly<{
  isFrozen: boolean
  isIdentityPassed: boolean
  /** The name on the destination is the customer's; an address has none. */
  isHolderCertain: boolean
  /** A protection of the account was changed, and the day after that is not over. */
  isCooling: boolean
}>

/** Reasons against approving it without a person. */
export const withdrawalRiskFlags = ['FROZEN', 'IDENTITY', 'HOLDER', 'COOLING_OFF', 'ABOVE_LIMIT', 'MANY_A_DAY'] as const
export type WithdrawalRiskFlag = (typeof withdrawalRiskFlags)[number]

/** More than this in one day is reviewed by staff. */
const MAX_A_DAY = 5

/** By the limits that the withdrawal began under. */
export function riskFlagsOf(
  state: AccountState,
  withdrawal: Withdrawal,
  about: Circumstances,
  limits: Limits = firstLimits,
): readonly WithdrawalRiskFlag[] {
  const found: readonly (readonly [WithdrawalRiskFlag, boolean])[] = [
    ['FROZEN', about.isFrozen],
    ['IDENTITY', !about.isIdentityPassed],
    ['HOLDER', !about.isHolderCertain],
    ['COOLING_OFF', about.isCooling],
    ['ABOVE_LIMIT', approvalsNeeded(withdrawal, limits) > 1],
    ['MANY_A_DAY', startedWithin(state, withdrawal, DAY_MS) > MAX_A_DAY],
  ]
  return found.flatMap(([riskFlag, isFound]) => (isFound ? [riskFlag] : []))
}

/** The number of people who must approve it when the rules do not decide. */
export const approvalsNeeded = ({ value }: Pick<Withdrawal, 'value'>, limits: Limits = firstLimits): 1 | 2 =>
  value > limits.withdrawalAlone ? 2 : 1

/** Counts withdrawals that were cancelled too, so that requesting again and again is noticed (`docs/rules/withdrawals.md` P.3). */
const startedWithin = (state: AccountState, { startedAt }: Withdrawal, span: number): number =>
  [...withdrawalKind.of(state).values()].filter(
    (each) => wasMeant(each) && startedAt - each.startedAt < span && each.startedAt <= startedAt,
  ).length

const wasMeant = (each: Withdrawal): boolean => countsAgainstLimits(each) || each.status === 'cancelled'

type Reviewing = Readonly<{ withdrawalId: string; about: Circumstances; limits?: Limits; isPaused: boolean; now: Instant }>

/** Approves a withdrawal, or leaves it to staff; before its time and a second time nothing happens. */
export function reviewWithdrawal(state: AccountState, { withdrawalId, about, limits, isPaused, now }: Reviewing): Outcome {
  const withdrawal = withdrawalKind.of(state).get(withdrawalId)
  if (withdrawal === undefined || withdrawal.status !== 'pending' || withdrawal.queuedAt !== null) return { entries: [] }
  if (isPaused || now < withdrawal.reviewAt) return { entries: [] }
  const found = riskFlagsOf(state, withdrawal, about, limits)
  if (found.length === 0) return approved(withdrawal, 'rules', now)
  const queued: Withdrawal = { ...withdrawal, queuedAt: now, changedAt: now }
  return {
    entries: [],
    records: withdrawalKind.changed(queued),
    events: withdrawalEventKind.happened(eventOf(queued, { kind: 'queued', by: 'rules', findings: found, at: now })),
  }
}

/** The decision to pay. The caller has checked who may decide, and the number of people needed. */
export function approved(withdrawal: Withdrawal, by: 'rules' | 'staff', now: Instant): Outcome {
  const status = next(withdrawalMachine, withdrawal.status, 'approve')
  if (status === null) throw new Error(`a withdrawal that is ${withdrawal.status} cannot be approved`)
  const going: Withdrawal = { ...withdrawal, status, examinedAt: now, changedAt: now }
  return {
    entries: [],
    records: withdrawalKind.changed(going),
    events: withdrawalEventKind.happened(eventOf(going, { kind: 'approved', by, at: now })),
  }
}

type EventParts = Pick<WithdrawalEvent, 'kind' | 'by' | 'at'> & Partial<Pick<WithdrawalEvent, 'reason' | 'findings'>>

export const eventOf = ({ accountId, id }: Withdrawal, parts: EventParts): WithdrawalEvent => ({
  ...{ accountId, withdrawalId: id, reason: null, findings: [] },
  ...parts,
})
