import { checkNames } from '@rueda/rules/kyc/review.ts'
import { depositRiskFlags } from '@rueda/rules/deposits/risk-flags.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { withdrawalRiskFlags } from '@rueda/rules/withdrawals/review.ts'
import { wordOr } from '../../app/words.ts'

/** Risk flags that the rules can raise for each kind of case, and the place of their words. */
const known: Readonly<Record<CaseKind, Readonly<{ prefix: string; doubts: readonly string[] }>>> = {
  kyc: { prefix: 'kyc.check', doubts: checkNames },
  deposit: { prefix: 'deposit.doubt', doubts: depositRiskFlags },
  withdrawal: { prefix: 'withdrawal.doubt', doubts: withdrawalRiskFlags },
  card: { prefix: 'card.doubt', doubts: ['HOLDER'] },
  permission: { prefix: 'permissions.doubt', doubts: ['papers', 'freeze'] },
  support: { prefix: 'support.doubt', doubts: [] },
}

export const riskFlagsOfKind = (kind: CaseKind): readonly string[] => known[kind].doubts

/** Returns the words of a risk flag; one that only older cases have is shown as it is. */
export const riskFlagName = (kind: CaseKind, doubt: string): string => wordOr(`${known[kind].prefix}.${doubt}`, doubt)
