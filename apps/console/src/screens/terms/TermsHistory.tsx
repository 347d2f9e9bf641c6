import type { WireTermsChange } from '@rueda/contract/admin/terms.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { subjectOf, valuesOf } from './change-words.ts'

const columns: readonly Column<WireTermsChange>[] = [
  {
    label: say('terms.effective'),
    show: ({ effectiveTimestamp }) => <span className="whitespace-nowrap">{moment(effectiveTimestamp)}</span>,
  },
  {
    label: say('switches.state'),
    show: ({ inForce }) => <Pill tone={inForce === 1 ? 'up' : 'info'}>{say(inForce === 1 ? 'terms.inForce' : 'terms.announced')}</Pill>,
  },
  { label: say('terms.about'), show: subjectOf },
  { label: say('terms.values'), show: valuesOf },
  {
    label: say('switches.reason'),
    show: ({ reason, note }) => [say(`reason.${reason}`), note].filter((part) => part !== null).join(' · '),
  },
  { label: say('switches.by'), show: ({ by, askedBy }) => `${askedBy} + ${by}` },
]

/** Every change with both persons and why, the newest first. */
export function TermsHistory({ changes }: Readonly<{ changes: readonly WireTermsChange[] }>) {
  return (
    <Panel title={say('switches.history')}>
      {changes.length === 0 ? (
        <p className="px-4 pb-4 text-label text-text3">{say('terms.none')}</p>
      ) : (
        <Table label={say('switches.history')} rows={changes} columns={columns} idOf={({ id }) => id} />
      )}
    </Panel>
  )
}
