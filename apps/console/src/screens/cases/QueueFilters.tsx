import { type CaseKind, caseWaits } from '@rueda/rules/staff/cases.ts'
import { countryName } from '../../app/country-name.ts'
import { FilterSelect } from '../../app/FilterSelect.tsx'
import { money } from '../../app/figures.ts'
import { say } from '../../app/words.ts'
import { riskFlagName, riskFlagsOfKind } from '../../shared/cases/risk-flags.ts'
import { type Queue, assignees, leastAmounts } from './use-queue.ts'

type QueueFiltersProps = Readonly<{
  kind: CaseKind
  queue: Queue
  /** Countries of the customers who wait. */
  countries: readonly string[]
}>

/** Filters of a queue: waiting time, amount, risk flag, assignee and country. */
export function QueueFilters({ kind, queue: { narrowed, change }, countries }: QueueFiltersProps) {
  const all = say('cases.any')
  const { country } = narrowed
  const shownCountries = country === null || countries.includes(country) ? countries : [...countries, country]
  return (
    <div role="group" aria-label={say('cases.filters')} className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <FilterSelect
        {...{ all, label: say('cases.age'), options: caseWaits, value: narrowed.waits, onChange: change.waits }}
        nameOf={(each) => say(`cases.waits.${each}`)}
      />
      {kind === 'deposit' || kind === 'withdrawal' ? (
        <FilterSelect
          {...{ all, label: say('cases.amount'), options: leastAmounts, value: narrowed.least, onChange: change.least }}
          nameOf={(each) => say('cases.least', { amount: money(each, 'USD') })}
        />
      ) : null}
      {riskFlagsOfKind(kind).length === 0 ? null : (
        <FilterSelect
          {...{ all, label: say('cases.risk'), options: riskFlagsOfKind(kind), value: narrowed.riskFlag, onChange: change.riskFlag }}
          nameOf={(each) => riskFlagName(kind, each)}
        />
      )}
      <FilterSelect
        {...{ all, label: say('cases.assignee'), options: assignees, value: narrowed.assignee, onChange: change.assignee }}
        nameOf={(each) => say(`cases.${each}`)}
      />
      {shownCountries.length === 0 ? null : (
        <FilterSelect
          {...{ all, label: say('cases.country'), options: shownCountries, value: country, onChange: change.country, nameOf: countryName }}
        />
      )}
    </div>
  )
}
