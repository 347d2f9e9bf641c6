import { cases } from '@rueda/contract/admin/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { usePermissions } from 'react-admin'
import { read } from '../../app/api.ts'
import { may } from '../../app/auth-provider.ts'
import { moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { LoadedBlock } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'

/** What waits, and for how long; every number leads to its list. */
export function Dashboard() {
  const { permissions = [] } = usePermissions<StaffRole[]>()
  return (
    <Page title={say('nav.dashboard')}>
      {may(permissions, 'cases.see') ? <Queues /> : <p className="text-row text-text2">{say('dashboard.none')}</p>}
    </Page>
  )
}

function Queues() {
  const counts = useQuery(read(cases.counts, {}, { live: true }))
  return (
    <LoadedBlock query={counts}>
      {(list) => (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-4">
          {list.map(({ kind, open, overdue, oldestTimestamp, lastDoneTimestamp }) => (
            <li key={kind}>
              <a href={`#/cases?kind=${kind}`} className="block rounded-card bg-s1 p-4 shadow-card hover:bg-s2">
                <span className="text-label text-text2">{say(`case.${kind}`)}</span>
                <span className="num block text-total">{open}</span>
                <span className={`block text-meta ${overdue > 0 ? 'text-danger' : 'text-text3'}`}>
                  {overdue > 0 ? say('cases.overdue', { count: overdue }) : lastLine(oldestTimestamp, lastDoneTimestamp)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </LoadedBlock>
  )
}

function lastLine(oldest: number | null, lastDone: number | null): string {
  if (oldest !== null) return say('cases.oldest', { when: moment(oldest) })
  return lastDone === null ? say('cases.noneYet') : say('cases.lastDone', { when: moment(lastDone) })
}
