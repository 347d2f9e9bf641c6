import { cases } from '@rueda/contract/admin/cases.ts'
import type { WaitingQueue } from '@rueda/contract/admin/dashboard.ts'
import { type CaseKind, caseKinds, caseSorts, decidesCases, seesCases } from '@rueda/rules/staff/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { given } from '../../app/given.ts'
import { moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { RowList } from '../../app/RowList.tsx'
import { useHash, useHashChoice, useHashValue } from '../../app/use-hash.ts'
import { viewQuery } from '../../app/view-query.ts'
import { usePowers, useRoles } from '../../app/session.ts'
import { useWaiting } from '../../app/waiting.ts'
import { say } from '../../app/words.ts'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { columnsOf } from './columns.tsx'
import { OpenCase } from './OpenCase.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { QueueFilters } from './QueueFilters.tsx'
import { useSelection } from './use-selection.ts'
import { queueStates, useQueue } from './use-queue.ts'

/** The queues of cases, by kind and state. The choice is in the address; without one a queue opens in which something waits. */
export function Cases() {
  const [powers, roles] = [usePowers(), useRoles()]
  const kinds = caseKinds.filter((kind) => seesCases(kind, powers, roles))
  const [asked, setKind] = useHashChoice('kind', kinds)
  const [, open] = useHashValue('open')
  const counts = useWaiting()
  const countOf = (kind: CaseKind | null) => counts.data?.queues.find((each) => each.kind === kind)
  const openOf = (kind: CaseKind): number => countOf(kind)?.open ?? 0
  // Decided once: a queue that fills or empties while somebody reads must not switch the page.
  const isPlain = viewQuery(useHash()) === ''
  const [first, setFirst] = useState<CaseKind | null>(null)
  if (first === null && kinds.length > 0 && !counts.isPending)
    setFirst(kinds.find((each) => isPlain && openOf(each) > 0) ?? kinds[0] ?? null)
  const kind = asked ?? first
  return (
    <Page title={say('nav.cases')}>
      <SavedViews screen="cases" />
      <Choice
        label={say('nav.cases')}
        hidesLabel
        options={kinds}
        value={kind ?? undefined}
        onChange={(each) => {
          open(null)
          setKind(each)
        }}
        nameOf={(each) => (openOf(each) === 0 ? say(`case.${each}`) : `${say(`case.${each}`)} · ${openOf(each)}`)}
      />
      {kind === null ? null : <Queue key={kind} kind={kind} count={countOf(kind)} />}
    </Page>
  )
}

function Queue({ kind, count }: Readonly<{ kind: CaseKind; count: WaitingQueue | undefined }>) {
  const queue = useQueue(kind)
  const { state, sort, narrowed, isNarrowed, change } = queue
  const list = useQuery({
    ...read(cases.list, { kind, state, sort, ...given(narrowed), pageSize: 100 }, { live: true }),
    select: (page) => page.list,
  })
  const powers = usePowers()
  const { rows: selected, clear, selection } = useSelection(list.data ?? [])
  const mayClaim = decidesCases(kind, powers) && state !== 'closed'
  return (
    <>
      <Choice
        label={say('cases.state')}
        hidesLabel
        options={queueStates}
        value={state}
        onChange={change.state}
        nameOf={(each) => say(`cases.${each}`)}
      />
      <QueueFilters kind={kind} queue={queue} countries={count?.countries ?? []} />
      <RowList
        label={say(`case.${kind}`)}
        query={list}
        empty={isNarrowed ? say('cases.noMatch') : nothingIn(state, count?.lastDoneTimestamp ?? null)}
        columns={columnsOf(kind, state === 'closed', list.data ?? [])}
        idOf={({ id }) => id}
        sorting={{ by: sort, onSort: (by) => change.sort(caseSorts.find((each) => each === by) ?? null) }}
        selection={mayClaim ? selection : undefined}
        above={mayClaim && selected.length > 0 ? <SelectionBar rows={selected} onDone={clear} /> : null}
        drawer={({ id, row, isLoaded, byKey, close }) => (
          <OpenCase key={id} id={id} row={row} isLoaded={isLoaded} claimOnOpen={byKey} onClose={close} />
        )}
      />
    </>
  )
}

/** Says why the list is empty: nobody has anything to do, this person has claimed none, or none was ever done. */
function nothingIn(state: (typeof queueStates)[number], lastDone: number | null): string {
  if (state === 'mine') return say('cases.noneMine')
  if (state === 'closed') return say('cases.noneClosed')
  return lastDone === null ? say('cases.noneYet') : say('cases.lastDone', { when: moment(lastDone) })
}
