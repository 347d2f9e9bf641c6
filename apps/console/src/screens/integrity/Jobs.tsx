import { integrity } from '@rueda/contract/admin/integrity.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'

type Job = StaffDataOf<typeof integrity.jobs>[number]

const columns: readonly Column<Job>[] = [
  { label: say('jobs.job'), show: ({ job }) => job },
  { label: say('market.market'), show: ({ market }) => market },
  { label: say('jobs.day'), show: ({ dueDate }) => dueDate },
  { label: say('jobs.due'), show: ({ dueTimestamp }) => <span className="whitespace-nowrap">{moment(dueTimestamp)}</span> },
  { label: say('jobs.done'), show: ({ doneTimestamp }) => <span className="whitespace-nowrap">{moment(doneTimestamp)}</span> },
]

/** The jobs of the trading day that were done last. */
export function Jobs() {
  const jobs = useQuery(read(integrity.jobs, {}))
  return (
    <Panel title={say('jobs.title')}>
      <LoadedBlock query={jobs} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <Table
            label={say('jobs.title')}
            rows={rows}
            columns={columns}
            idOf={({ job, market, dueDate }) => `${job} ${market} ${dueDate}`}
          />
        )}
      </LoadedBlock>
    </Panel>
  )
}
