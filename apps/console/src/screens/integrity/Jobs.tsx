import { integrity } from '@rueda/contract/admin/integrity.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { useAct } from '../../app/use-act.ts'
import { say, wordOr } from '../../app/words.ts'

type Job = StaffDataOf<typeof integrity.jobs>[number]

const columns: readonly Column<Job>[] = [
  { label: say('jobs.job'), show: ({ job }) => wordOr(`job.${job}`, job) },
  { label: say('market.market'), show: ({ market }) => market },
  { label: say('jobs.day'), show: ({ dueDate }) => dueDate },
  { label: say('jobs.due'), show: ({ dueTimestamp }) => <span className="whitespace-nowrap">{moment(dueTimestamp)}</span> },
  { label: say('jobs.done'), show: ({ doneTimestamp }) => <span className="whitespace-nowrap">{moment(doneTimestamp)}</span> },
]

/** The jobs of the trading day that were done last. */
export function Jobs() {
  const powers = usePowers()
  const { busy, act } = useAct()
  const retry = (): Promise<boolean> =>
    act(
      () => call(integrity.retryJobs, { reason: 'maintenance' }),
      ({ late }) => (late === 0 ? say('jobs.allDone') : say('jobs.stillLate', { count: late })),
    )
  const jobs = useQuery(read(integrity.jobs, {}))
  return (
    <Panel title={say('jobs.title')}>
      {may(powers, 'jobs.retry') ? (
        <div className="px-4 pb-2">
          <Button tone="secondary" busy={busy} onPress={() => void retry()}>
            {say('jobs.retry')}
          </Button>
        </div>
      ) : null}
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
