import { type CaseKind, caseKinds, caseSorts, caseWaits } from '@rueda/rules/staff/cases.ts'
import { useHashChoice, useHashValue } from '../../app/use-hash.ts'
import { riskFlagsOfKind } from '../../shared/cases/risk-flags.ts'

export const queueStates = ['open', 'mine', 'closed'] as const
export const leastAmounts = ['1000', '5000', '10000', '50000'] as const
export const assignees = ['nobody', 'somebody'] as const

const COUNTRY = /^[A-Z]{2}$/u

/** Keeps the filters and the order of a queue; all of it stands in the address. */
export function useQueue(kind: CaseKind) {
  const [state, setState] = useHashChoice('state', queueStates)
  const [sort, setSort] = useHashChoice('sort', caseSorts)
  const [waits, setWaits] = useHashChoice('waits', caseWaits)
  const [least, setLeast] = useHashChoice('least', leastAmounts)
  const [riskFlag, setRiskFlag] = useHashChoice('riskFlag', riskFlagsOfKind(kind))
  const [assignee, setAssignee] = useHashChoice('assignee', assignees)
  const [asked, setCountry] = useHashValue('country')
  const country = asked !== null && COUNTRY.test(asked) ? asked : null
  // The filters belong to this queue: its kind goes into the address with them, and so into a view that is kept.
  const [named, setKind] = useHashChoice('kind', caseKinds)
  const of =
    <Value>(set: (value: Value) => void) =>
    (value: Value): void => {
      if (named === null) setKind(kind)
      set(value)
    }
  const narrowed = { waits, least, riskFlag, assignee, country }
  return {
    state: state ?? 'open',
    sort: sort ?? 'due',
    narrowed,
    isNarrowed: Object.values(narrowed).some((value) => value !== null),
    change: {
      state: of(setState),
      sort: of(setSort),
      waits: of(setWaits),
      least: of(setLeast),
      riskFlag: of(setRiskFlag),
      assignee: of(setAssignee),
      country: of(setCountry),
    },
  }
}
export type Queue = ReturnType<typeof useQueue>
