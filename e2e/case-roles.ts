import { type CaseKind, caseKinds, casePowers } from '@rueda/rules/staff/cases.ts'
import { powerOf } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'

/** The built-in role that decides a kind of case. */
export const caseRoles = Object.fromEntries(caseKinds.map((kind) => [kind, powerOf(casePowers[kind].decide[0]).roles[0]])) as Readonly<
  Record<CaseKind, StaffRole>
>
