import type { ReviewCase } from '@rueda/contract/admin/cases.ts'
import { useState } from 'react'
import { money } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'
import type { Fact } from './CaseParts.tsx'
import { riskFlagName } from './risk-flags.ts'
import { outcomeOf } from './outcome.ts'

/** Facts of a case that somebody has read, field by field and in the words in which they were read. */
export type SeenFacts = Readonly<Record<string, string>>
export type Change = Readonly<{ label: string; before: string; after: string }>

const NOTHING = '—'

/** Returns the facts by their labels; a fact that is null is left out. */
export const seenOf = (facts: readonly (Fact | null)[]): SeenFacts =>
  Object.fromEntries(facts.flatMap((fact) => (fact === null ? [] : [[fact.label, textOf(fact.value)]])))

const textOf = (value: Fact['value']): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : NOTHING)

/** Every field that reads differently now, in the order in which it stands; a field that came or went reads as nothing before or after. */
export function changesBetween(before: SeenFacts, after: SeenFacts): readonly Change[] {
  const labels = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return labels
    .map((label) => ({ label, before: before[label] ?? NOTHING, after: after[label] ?? NOTHING }))
    .filter((change) => change.before !== change.after)
}

/** Returns the amount and the risk flags, where there are any. */
export const stakeOf = ({ kind, amount, currency, riskFlags }: ReviewCase): readonly (Fact | null)[] => [
  amount === null || currency === null ? null : { label: say('cases.amount'), value: money(amount, currency) },
  riskFlags.length === 0
    ? null
    : { label: say('cases.risk'), value: riskFlags.map((riskFlag) => riskFlagName(kind, riskFlag)).join(' · ') },
]

/** Returns what is known of a case without opening it. The assignee matters only where that is somebody else. */
export const factsOfRow = (row: ReviewCase): SeenFacts =>
  seenOf([
    { label: say('cases.state'), value: say(row.closeTimestamp === null ? 'cases.state.open' : 'cases.state.closed') },
    { label: say('cases.assignee'), value: row.claimedBy === null || row.claimedByMe === 1 ? say('cases.nobodyElse') : row.claimedBy },
    { label: say('cases.outcome'), value: outcomeOf(row) },
    { label: say('cases.endedAt'), value: row.closeTimestamp === null ? null : moment(row.closeTimestamp) },
    ...stakeOf(row),
  ])

/** Compares what was first seen with what is there now, until somebody says that they have read what changed. */
export function useChanges(now: SeenFacts | null): readonly [changes: readonly Change[], accept: () => void] {
  const [seen, setSeen] = useState(now)
  if (seen === null && now !== null) setSeen(now)
  return [seen === null || now === null ? [] : changesBetween(seen, now), () => setSeen(now)]
}
