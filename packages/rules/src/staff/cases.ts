import { MINUTE_MS } from '../time.ts'
import type { StaffRole } from './roles.ts'

/** What is reviewed by staff, and by whom: a role sees and claims its own queues only. */
export const caseKinds = ['kyc', 'deposit', 'withdrawal', 'card', 'permission', 'support'] as const
export type CaseKind = (typeof caseKinds)[number]

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
