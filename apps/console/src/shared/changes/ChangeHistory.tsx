import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { SwitchCause } from '@rueda/rules/switches/switch.ts'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'

/** Columns that the histories of what staff changed have in common. */
export const whenChanged: Column<Readonly<{ timestamp: number }>> = {
  label: say('audit.when'),
  show: ({ timestamp }) => <span className="whitespace-nowrap">{moment(timestamp)}</span>,
}
export const causeTold: Column<Readonly<{ cause: SwitchCause | null }>> = {
  label: say('switches.cause'),
  show: ({ cause }) => (cause === null ? '—' : say(`switches.cause.${cause}`)),
}
export const whyChanged: Column<Readonly<{ reason: ActReason; note: string | null }>> = {
  label: say('switches.reason'),
  show: ({ reason, note }) => [say(`reason.${reason}`), note].filter((part) => part !== null).join(' · '),
}
/** Both persons, where it took two. */
export const whoChanged: Column<Readonly<{ by: string; askedBy: string | null }>> = {
  label: say('switches.by'),
  show: ({ by, askedBy }) => (askedBy === null ? by : `${askedBy} + ${by}`),
}

type HistoryProps<Row> = Readonly<{ rows: readonly Row[]; columns: readonly Column<Row>[]; idOf: (row: Row) => string; none: string }>

/** Every change with who and why, the newest first. */
export function ChangeHistory<Row>({ rows, columns, idOf, none }: HistoryProps<Row>) {
  return (
    <Panel title={say('switches.history')}>
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-label text-text3">{none}</p>
      ) : (
        <Table label={say('switches.history')} rows={rows} columns={columns} idOf={idOf} />
      )}
    </Panel>
  )
}
