import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { type CaseKind, caseKinds, seesCases } from '@rueda/rules/staff/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { Chip, ChipRow } from '@rueda/ui/Chip.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'
import { CaseDrawer } from './CaseDrawer.tsx'
import { outcomeOf } from './outcome.ts'
import { useCaseKeys } from './use-case-keys.ts'

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
      <ChipRow label={say('nav.cases')}>
        {kinds.map((each) => (
          <Chip key={each} selected={each === kind} onPress={() => setKind(each)}>
            {say(`case.${each}`)}
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label={say('cases.state')}>
        {states.map((each) => (
          <Chip key={each} selected={each === state} onPress={() => setState(each)}>
            {say(`cases.${each}`)}
          </Chip>
        ))}
      </ChipRow>
      {kind === undefined ? null : <Queue kind={kind} state={state} />}
    </Page>
  )
}

function Queue({ kind, state }: Readonly<{ kind: CaseKind; state: (typeof states)[number] }>) {
  const list = useQuery(read(cases.list, { kind, state, pageSize: 100 }, { live: true }))
  const counts = useQuery(read(cases.counts, {}, { live: true }))
  const [openId, open] = useHashValue('open')
  const rows = list.data?.list ?? []
  const chosen = rows.find(({ id }) => id === openId) ?? null
  useCaseKeys({ rows, openId, open })
  const lastDone = counts.data?.find((each) => each.kind === kind)?.lastDoneTimestamp ?? null
  return (
    <>
      <Panel>
        <LoadedBlock
          query={list}
          isEmpty={(page) => page.list.length === 0}
          empty={lastDone === null ? say('cases.noneYet') : say('cases.lastDone', { when: moment(lastDone) })}
        >
          {(page) => (
            <Table
              label={say(`case.${kind}`)}
              rows={page.list}
              columns={columns}
              idOf={({ id }) => id}
              chosen={openId}
              onChoose={({ id }) => open(id)}
            />
          )}
        </LoadedBlock>
      </Panel>
      {chosen === null ? null : <CaseDrawer key={chosen.id} row={chosen} onClose={() => open(null)} />}
      {chosen === null && openId !== null && list.isSuccess ? <GoneCase onClose={() => open(null)} /> : null}
    </>
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
