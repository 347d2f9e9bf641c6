import { type WaitingApproval, approvals } from '@rueda/contract/admin/approvals.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { RowList } from '../../app/RowList.tsx'
import type { Column } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { OpenApproval } from './OpenApproval.tsx'
import { saidOf } from './said.ts'

const columns: readonly Column<WaitingApproval>[] = [
  { label: say('approvals.what'), show: ({ power }) => say(`power.${power}`) },
  { label: say('approvals.about'), show: (row) => <span className="block min-w-44 break-words">{saidOf(row).summary || '—'}</span> },
  { label: say('audit.customer'), show: ({ accountId }) => accountId ?? '—' },
  { label: say('approvals.maker'), show: ({ makerName }) => makerName },
  { label: say('approvals.made'), show: ({ madeTimestamp }) => moment(madeTimestamp) },
  { label: say('approvals.expires'), show: ({ expireTimestamp }) => moment(expireTimestamp), isExtra: true },
]

/** Requests that wait for a second person. */
export function Approvals() {
  const waiting = useQuery(read(approvals.list, {}, { live: true }))
  return (
    <Page title={say('nav.approvals')}>
      <RowList
        label={say('nav.approvals')}
        query={waiting}
        empty={say('approvals.none')}
        columns={columns}
        idOf={({ id }) => id}
        drawer={({ id, row, close }) => <OpenApproval key={id} row={row} onClose={close} />}
      />
    </Page>
  )
}
