import { CardDecision } from './screens/cards/CardDecision.tsx'
import { ComplaintDesk } from './screens/complaints/ComplaintDesk.tsx'
import { DepositDecision } from './screens/deposits/DepositDecision.tsx'
import { KycDecision } from './screens/kyc/KycDecision.tsx'
import { LoanDecision } from './screens/loans/LoanDecision.tsx'
import { RepaymentDecision } from './screens/loans/RepaymentDecision.tsx'
import { PermissionDecision } from './screens/permissions/PermissionDecision.tsx'
import { SupportDesk } from './screens/support/SupportDesk.tsx'
import { WithdrawalDecision } from './screens/withdrawals/WithdrawalDecision.tsx'
import type { CaseDecisions } from './shared/cases/decisions.ts'

/** The decision of each kind of case, from the screens of its feature. */
export const caseDecisions: CaseDecisions = {
  card: CardDecision,
  complaint: ComplaintDesk,
  deposit: DepositDecision,
  kyc: KycDecision,
  loan: LoanDecision,
  permission: PermissionDecision,
  repayment: RepaymentDecision,
  support: SupportDesk,
  withdrawal: WithdrawalDecision,
}
