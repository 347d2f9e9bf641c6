import type { ReviewCase } from '@rueda/contract/admin/cases.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { type ComponentType, createContext, use } from 'react'

/** Input of a case's drawer under its head: the evidence, and the decision of the colleague who has claimed it. */
export type DecisionProps = Readonly<{ row: ReviewCase; isMine: boolean; onDone: () => void }>

/** The decision of each kind of case. */
export type CaseDecisions = Readonly<Record<CaseKind, ComponentType<DecisionProps>>>

/** The decisions lie with the screens of their features, which a shared drawer does not know: the console provides them. */
const Decisions = createContext<CaseDecisions | null>(null)

export const CaseDecisionsProvider = Decisions
export const useDecision = (kind: CaseKind): ComponentType<DecisionProps> | null => use(Decisions)?.[kind] ?? null
