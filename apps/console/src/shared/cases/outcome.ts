import type { ReviewCase } from '@rueda/contract/admin/cases.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { type DecidedFeature, textOr } from '../../app/customer-text.ts'
import { isWordKey } from '../../app/words/all.ts'
import { say } from '../../app/words.ts'

/** Places of the words of a refusal in the app's texts, by the kind of its case. */
const reasonsOf: Readonly<Partial<Record<CaseKind, readonly [DecidedFeature, string]>>> = {
  kyc: ['kyc', 'failed'],
  deposit: ['deposits', 'reason'],
  withdrawal: ['withdrawals', 'reason'],
  card: ['cards', 'reason'],
  permission: ['permissions', 'reason'],
  loan: ['loans', 'reason'],
  repayment: ['loans', 'repaymentReason'],
}

/** Returns the end of a case and the reason its customer reads; a code without words is shown as it is. */
export function outcomeOf({ kind, outcome, reasonCode }: Pick<ReviewCase, 'kind' | 'outcome' | 'reasonCode'>): string {
  const [feature, prefix] = reasonsOf[kind] ?? []
  const reason = feature === undefined || reasonCode === null ? reasonCode : textOr(feature, `${prefix}.${reasonCode}`, reasonCode)
  return [outcome === null ? null : named(outcome), reason].filter((part) => part !== null).join(' · ') || '—'
}

const named = (outcome: string): string => {
  const key = `outcome.${outcome}`
  return isWordKey(key) ? say(key) : outcome
}
