import { checkNames } from '@rueda/rules/kyc/review.ts'
import { depositDoubts } from '@rueda/rules/deposits/doubts.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { doubts } from '@rueda/rules/withdrawals/review.ts'
import { wordOr } from '../../app/words.ts'

/** What the rules can have against each kind of case, and where the words for it are. */
const known: Readonly<Record<CaseKind, Readonly<{ prefix: string; doubts: readonly string[] }>>> = {
  kyc: { prefix: 'kyc.check', doubts: checkNames },
  deposit: { prefix: 'deposit.doubt', doubts: depositDoubts },
  withdrawal: { prefix: 'withdrawal.doubt', doubts },
  card: { prefix: 'card.doubt', doubts: ['HOLDER'] },
  permission: { prefix: 'permissions.doubt', doubts: ['papers', 'freeze'] },
  support: { prefix: 'support.doubt', doubts: [] },
}

export const doubtsOf = (kind: CaseKind): readonly string[] => known[kind].doubts

/** In words; what older cases name and the rules no longer do is shown as it is. */
export const doubtName = (kind: CaseKind, doubt: string): string => wordOr(`${known[kind].prefix}.${doubt}`, doubt)
