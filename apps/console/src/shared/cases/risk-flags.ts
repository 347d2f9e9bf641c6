import { checkNames } from '@rueda/rules/kyc/review.ts'
import { depositRiskFlags } from '@rueda/rules/deposits/risk-flags.ts'
import { repaymentRiskFlags } from '@rueda/rules/loans/repay.ts'
import { loanRiskFlags } from '@rueda/rules/loans/review.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { withdrawalRiskFlags } from '@rueda/rules/withdrawals/review.ts'
import { wordOr } from '../../app/words.ts'

/** Risk flags that the rules can raise for each kind of case, and the place of their words. */
const known: Readonly<Record<CaseKind, Readonly<{ prefix: string; riskFlags: readonly string[] }>>> = {
  kyc: { prefix: 'kyc.check', riskFlags: checkNames },
  deposit: { prefix: 'deposit.riskFlag', riskFlags: depositRiskFlags },
  withdrawal: { prefix: 'withdrawal.riskFlag', riskFlags: withdrawalRiskFlags },
  card: { prefix: 'card.riskFlag', riskFlags: ['HOLDER'] },
  permission: { prefix: 'permissions.riskFlag', riskFlags: ['papers', 'freeze'] },
  loan: { prefix: 'loan.riskFlag', riskFlags: loanRiskFlags },
  repayment: { prefix: 'repayment.riskFlag', riskFlags: repaymentRiskFlags },
  support: { prefix: 'support.riskFlag', riskFlags: [] },
  complaint: { prefix: '', riskFlags: [] },
}

export const riskFlagsOfKind = (kind: CaseKind): readonly string[] => known[kind].riskFlags

/** Returns the words of a risk flag; one that only older cases have is shown as it is. */
export const riskFlagName = (kind: CaseKind, riskFlag: string): string => wordOr(`${known[kind].prefix}.${riskFlag}`, riskFlag)
