import { MINUTE_MS } from '../time.ts'
import type { StaffRole } from './roles.ts'

/** What is reviewed by staff, and by whom: a role sees and claims its own queues only. */
export const caseKinds = ['kyc', 'deposit', 'withdrawal', 'card', 'permission', 'support'] as const
export type CaseKind = (typeof caseKinds)[number]

/** In which order a queue is read, and how long its cases have waited at least; late ones are past their time. */
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
}

/** Auditors read every queue; the others their own. */
export const seesCases = (kind: CaseKind, roles: readonly StaffRole[]): boolean =>
  roles.includes(caseRoles[kind]) || roles.includes('auditor')

/** Whoever has claimed a case has it alone this long. */
export const CLAIM_MS = 15 * MINUTE_MS
