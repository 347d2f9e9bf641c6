import type { ReviewCase } from '@rueda/contract/admin/cases.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import type { ComponentType } from 'react'
import { CardDecision } from '../cards/CardDecision.tsx'
import { DepositDecision } from '../deposits/DepositDecision.tsx'
import { KycDecision } from '../kyc/KycDecision.tsx'
import { PermissionDecision } from '../permissions/PermissionDecision.tsx'
import { SupportDesk } from '../support/SupportDesk.tsx'
import { WithdrawalDecision } from '../withdrawals/WithdrawalDecision.tsx'

/** Input of a case's drawer under its head: the evidence, and the decision of the colleague who has it in hand. */
export type DecisionProps = Readonly<{ row: ReviewCase; isMine: boolean; onDone: () => void }>

/** The decision of each kind of case, from the screens of its feature. */
export const decisions: Readonly<Partial<Record<CaseKind, ComponentType<DecisionProps>>>> = {
  card: CardDecision,
  deposit: DepositDecision,
  kyc: KycDecision,
  permission: PermissionDecision,
  support: SupportDesk,
  withdrawal: WithdrawalDecision,
}
