import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { type CaseKind, caseKinds, seesCases } from '@rueda/rules/staff/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { RowList } from '../../app/RowList.tsx'
import type { Column } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'
import { CaseDrawer } from './CaseDrawer.tsx'
import { outcomeOf } from './outcome.ts'

const states = ['open', 'mine', 'closed'] as const

const columns: readonly Column<ReviewCase>[] = [
  { label: say('cases.due'), show: (row) => <Due row={row} /> },
  { label: say('audit.customer'), show: ({ accountId }) => <span className="num">{accountId}</span> },
  { label: say('cases.opened'), show: ({ openTimestamp }) => <span className="whitespace-nowrap">{moment(openTimestamp)}</span> },
  { label: say('cases.assignee'), show: ({ claimedBy }) => claimedBy ?? '—' },
  { label: say('cases.outcome'), show: outcomeOf },
]

function Due({ row }: Readonly<{ row: ReviewCase }>) {
  const [now] = useState(() => Date.now())
  const isLate = row.closeTimestamp === null && row.dueTimestamp < now
  return (
    <span className={`num ${isLate ? 'text-danger' : ''}`}>
      {isLate ? `${moment(row.dueTimestamp)} · ${say('cases.late')}` : moment(row.dueTimestamp)}
    </span>
  )
}

/** The queues: what waits for staff, by kind and state. Everything chosen is in the address. */
export function Cases() {
  const { permissions = [] } = usePermissions<StaffRole[]>()
  const kinds = caseKinds.filter((kind) => seesCases(kind, permissions))
  const [askedKind, setKind] = useHashValue('kind')
  const [askedState, setState] = useHashValue('state')
  const kind = kinds.find((each) => each === askedKind) ?? kinds[0]
  const state = states.find((each) => each === askedState) ?? 'open'
  return (
    <Page title={say('nav.cases')}>
      <Choice label={say('nav.cases')} hidesLabel options={kinds} value={kind} onChange={setKind} nameOf={(each) => say(`case.${each}`)} />
      <Choice
        label={say('cases.state')}
        hidesLabel
        options={states}
        value={state}
        onChange={setState}
        nameOf={(each) => say(`cases.${each}`)}
      />
      {kind === undefined ? null : <Queue kind={kind} state={state} />}
    </Page>
  )
}

function Queue({ kind, state }: Readonly<{ kind: CaseKind; state: (typeof states)[number] }>) {
  const list = useQuery({ ...read(cases.list, { kind, state, pageSize: 100 }, { live: true }), select: (page) => page.list })
  const counts = useQuery(read(cases.counts, {}, { live: true }))
  const lastDone = counts.data?.find((each) => each.kind === kind)?.lastDoneTimestamp ?? null
  return (
    <RowList
      label={say(`case.${kind}`)}
      query={list}
      empty={lastDone === null ? say('cases.noneYet') : say('cases.lastDone', { when: moment(lastDone) })}
      columns={columns}
      idOf={({ id }) => id}
      drawer={({ row, isLoaded, close }) => {
        if (row !== null) return <CaseDrawer key={row.id} row={row} onClose={close} />
        return isLoaded ? <GoneCase onClose={close} /> : null
      }}
    />
  )
}

/** A case that is in this list no longer: somebody else, its customer or a rule has ended it, and it cannot be decided again. */
const GoneCase = ({ onClose }: Readonly<{ onClose: () => void }>) => (
  <Drawer title={say('nav.cases')} onClose={onClose}>
    <InlineMessage tone="warn" title={say('cases.gone')}>
      {say('cases.goneWhy')}
    </InlineMessage>
  </Drawer>
)
