import { MINUTE_MS } from '../time.ts'
import type { PowerName } from './powers.ts'
import type { StaffRole } from './roles.ts'

/** Kinds of cases for staff to review; a role sees and claims its own queues only. */
export const caseKinds = ['kyc', 'deposit', 'withdrawal', 'card', 'permission', 'support', 'complaint', 'loan', 'repayment'] as const
export type CaseKind = (typeof caseKinds)[number]

/** The order of a queue, and the least time its cases have waited; late ones are past their time. */
export const caseSorts = ['due', 'age', 'amount', 'risk'] as const
export type CaseSort = (typeof caseSorts)[number]
export const caseWaits = ['hour', 'day', 'late'] as const
export type CaseWait = (typeof caseWaits)[number]

/** The powers that decide cases of a kind, and the one that shows what such a case is about. */
const decided = (see: PowerName, ...decide: readonly [PowerName, ...PowerName[]]) => ({ see, decide }) as const
export const casePowers: Readonly<Record<CaseKind, ReturnType<typeof decided>>> = {
  kyc: decided('kyc.open', 'kyc.decide'),
  deposit: decided('deposits.open', 'deposits.decide'),
  withdrawal: decided('withdrawals.open', 'withdrawals.approve', 'withdrawals.refuse'),
  card: decided('cards.open', 'cards.decide'),
  permission: decided('permissions.open', 'permissions.decide'),
  support: decided('support.open', 'support.answer', 'support.handOver', 'support.close'),
  complaint: decided('complaints.open', 'complaints.acknowledge', 'complaints.draft', 'complaints.answer'),
  loan: decided('loans.open', 'loans.approve', 'loans.refuse'),
  repayment: decided('loans.open', 'loans.decideRepayment'),
}

/** Whoever has one of the powers that decide a kind of case claims its cases. */
export const decidesCases = (kind: CaseKind, powers: readonly PowerName[]): boolean =>
  casePowers[kind].decide.some((power) => powers.includes(power))

/** Auditors read every queue; the others their own. */
export const seesCases = (kind: CaseKind, powers: readonly PowerName[], roles: readonly StaffRole[]): boolean =>
  decidesCases(kind, powers) || roles.includes('auditor')

/** The time for which a claimed case belongs to its claimer alone. */
export const CLAIM_MS = 15 * MINUTE_MS
