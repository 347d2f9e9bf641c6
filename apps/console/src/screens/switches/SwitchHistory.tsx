import type { SwitchChange } from '@rueda/contract/admin/switches.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'

const columns: readonly Column<SwitchChange>[] = [
  { label: say('audit.when'), show: ({ timestamp }) => <span className="whitespace-nowrap">{moment(timestamp)}</span> },
  { label: say('switches.what'), show: ({ name }) => say(`switch.${name}`) },
  {
    label: say('switches.state'),
    show: ({ isOff }) => <Pill tone={isOff === 1 ? 'danger' : 'up'}>{say(isOff === 1 ? 'switches.off' : 'switches.on')}</Pill>,
  },
  { label: say('switches.cause'), show: ({ cause }) => (cause === null ? '—' : say(`switches.cause.${cause}`)) },
  {
    label: say('switches.reason'),
    show: ({ reason, note }) => [say(`reason.${reason}`), note].filter((part) => part !== null).join(' · '),
  },
  { label: say('switches.by'), show: ({ by, askedBy }) => (askedBy === null ? by : `${askedBy} + ${by}`) },
]

/** Every turn with who and why, the newest first. */
export function SwitchHistory({ changes }: Readonly<{ changes: readonly SwitchChange[] }>) {
  return (
    <Panel title={say('switches.history')}>
      {changes.length === 0 ? (
        <p className="px-4 pb-4 text-label text-text3">{say('switches.none')}</p>
      ) : (
        <Table label={say('switches.history')} rows={changes} columns={columns} idOf={({ id }) => id} />
      )}
    </Panel>
  )
}
