import type { ReviewCase } from '@rueda/contract/admin/cases.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { type DecidedFeature, textOr } from '../../app/customer-text.ts'
import { isWordKey } from '../../app/words/all.ts'
import { say } from '../../app/words.ts'

/** Where the app keeps the words of a refusal, by the kind of its case. */
const reasonsOf: Readonly<Partial<Record<CaseKind, readonly [DecidedFeature, string]>>> = {
  kyc: ['kyc', 'failed'],
  deposit: ['deposits', 'reason'],
  withdrawal: ['withdrawals', 'reason'],
  card: ['cards', 'reason'],
  permission: ['permissions', 'reason'],
}

/** How a case ended, and the reason that its customer reads; what has no words is shown as it is. */
export function outcomeOf({ kind, outcome, reasonCode }: Pick<ReviewCase, 'kind' | 'outcome' | 'reasonCode'>): string {
  const [feature, prefix] = reasonsOf[kind] ?? []
  const reason = feature === undefined || reasonCode === null ? reasonCode : textOr(feature, `${prefix}.${reasonCode}`, reasonCode)
  return [outcome === null ? null : named(outcome), reason].filter((part) => part !== null).join(' · ') || '—'
}

const named = (outcome: string): string => {
  const key = `outcome.${outcome}`
  return isWordKey(key) ? say(key) : outcome
}
