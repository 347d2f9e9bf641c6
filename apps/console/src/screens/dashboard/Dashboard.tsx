import { cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { may, useRoles } from '../../app/session.ts'
import { age, moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { LoadedBlock } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { Tile } from './Tile.tsx'
import { Today } from './Today.tsx'

/** Waiting work and its age, the day's movements, and the state of the systems; every number leads to its list. */
export function Dashboard() {
  const roles = useRoles()
  const today = useQuery(read(dashboard.today, {}, { live: true }))
  return (
    <Page title={say('nav.dashboard')}>
      {may(roles, 'cases.see') ? <Queues /> : null}
      <LoadedBlock query={today}>{(data) => <Today today={data} roles={roles} />}</LoadedBlock>
    </Page>
  )
}

function Queues() {
  const counts = useQuery(read(cases.counts, {}, { live: true }))
  return (
    <section aria-label={say('nav.cases')}>
      <h2 className="pb-2 text-nav">{say('nav.cases')}</h2>
      <LoadedBlock query={counts}>
        {(list) => (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-4">
            {list.map(({ kind, open, overdue, oldestTimestamp, lastDoneTimestamp }) => (
              <Tile
                key={kind}
                href={`#/cases?kind=${kind}`}
                label={say(`case.${kind}`)}
                figure={String(open)}
                line={[overdue > 0 ? say('cases.overdue', { count: overdue }) : null, lastLine(oldestTimestamp, lastDoneTimestamp)]
                  .filter((part) => part !== null)
                  .join(' · ')}
                alarming={overdue > 0}
              />
            ))}
          </ul>
        )}
      </LoadedBlock>
    </section>
  )
}

function lastLine(oldest: number | null, lastDone: number | null): string {
  if (oldest !== null) return say('cases.oldest', { age: age(Math.max(0, Date.now() - oldest)) })
  return lastDone === null ? say('cases.noneYet') : say('cases.lastDone', { when: moment(lastDone) })
}
