import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { integrity } from '@rueda/contract/admin/integrity.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say, wordOr } from '../../app/words.ts'

type Event = StaffDataOf<typeof integrity.givenUp>[number]

const columns: readonly Column<Event>[] = [
  { label: say('givenUp.when'), show: ({ timestamp }) => <span className="whitespace-nowrap">{moment(timestamp)}</span> },
  { label: say('givenUp.kind'), show: ({ kind }) => wordOr(`givenUp.kind.${kind}`, kind) },
  { label: say('givenUp.account'), show: ({ accountId }) => accountId },
  { label: say('givenUp.order'), show: ({ orderId }) => orderId },
  { label: say('givenUp.reason'), show: ({ reason }) => reason },
]

/** Proposals of the market that could not be booked; each order was ended, and the cause is in the log. */
export function GivenUp() {
  const events = useQuery(read(integrity.givenUp, {}))
  return (
    <Panel title={say('givenUp.title')}>
      <LoadedBlock query={events} isEmpty={(rows) => rows.length === 0} empty={say('givenUp.none')}>
        {(rows) => <Table label={say('givenUp.title')} rows={rows} columns={columns} idOf={({ id }) => id} />}
      </LoadedBlock>
    </Panel>
  )
}
