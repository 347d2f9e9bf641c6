import { MINUTE_MS } from '../time.ts'
import type { StaffRole } from './roles.ts'

/** Kinds of cases for staff to review; a role sees and claims its own queues only. */
export const caseKinds = ['kyc', 'deposit', 'withdrawal', 'card', 'permission', 'support', 'complaint', 'loan', 'repayment'] as const
export type CaseKind = (typeof caseKinds)[number]

/** The order of a queue, and the least time its cases have waited; late ones are past their time. */
export const caseSorts = ['due', 'age', 'amount', 'risk'] as const
export type CaseSort = (typeof caseSorts)[number]
export const caseWaits = ['hour', 'day', 'late'] as const
export type CaseWait = (typeof caseWaits)[number]

export const caseRoles: Readonly<Record<CaseKind, StaffRole>> = {
  kyc: 'kyc',
  deposit: 'cashier',
  withdrawal: 'cashier',
  card: 'cashier',
  permission: 'risk',
  support: 'support',
  complaint: 'support',
  loan: 'risk',
  repayment: 'cashier',
}

/** Auditors read every queue; the others their own. */
export const seesCases = (kind: CaseKind, roles: readonly StaffRole[]): boolean =>
  roles.includes(caseRoles[kind]) || roles.includes('auditor')

/** The time for which a claimed case belongs to its claimer alone. */
export const CLAIM_MS = 15 * MINUTE_MS
