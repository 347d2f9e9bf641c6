import { type WaitingApproval, approvals } from '@rueda/contract/admin/approvals.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'

const nameOf = ({ about, payload: { name } }: WaitingApproval): string => {
  if (about?.kind === 'colleague' || about?.kind === 'role') return about.name
  return typeof name === 'string' ? name : '—'
}

const columns: readonly Column<WaitingApproval>[] = [
  { label: say('approvals.what'), show: ({ power }) => say(`power.${power}`) },
  { label: say('staff.name'), show: (row) => <span className="wrap-anywhere">{nameOf(row)}</span> },
  { label: say('approvals.maker'), show: ({ makerName }) => makerName },
  {
    label: say('approvals.aloneFrom'),
    show: ({ aloneTimestamp }) => (aloneTimestamp === null ? say('staff.onlyByTwo') : moment(aloneTimestamp)),
  },
  { label: say('approvals.expires'), show: ({ expireTimestamp }) => moment(expireTimestamp) },
]

type Props = Readonly<{ title: string; endpoints: readonly Readonly<{ path: string }>[] }>

/** What was asked for here and is not carried out yet; it is decided among the approvals. Nothing where nothing waits. */
export function PendingChanges({ title, endpoints }: Props) {
  const { data = [] } = useQuery(read(approvals.list, {}, { live: true }))
  const rows = data.filter(({ path }) => endpoints.some((endpoint) => endpoint.path === path))
  if (rows.length === 0) return null
  return (
    <Panel title={title}>
      <Table
        label={title}
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        onChoose={({ id }) => void (window.location.hash = `#/approvals?open=${id}`)}
      />
    </Panel>
  )
}
