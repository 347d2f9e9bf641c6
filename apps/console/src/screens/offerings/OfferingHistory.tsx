import type { Offering, OfferingChange } from '@rueda/contract/admin/offerings.ts'
import { language } from '../../app/language.ts'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { OfferingStatus } from './OfferingStatus.tsx'

type HistoryProps = Readonly<{ changes: readonly OfferingChange[]; offerings: readonly Offering[] }>

/** Every change with who and why, the newest first. */
export function OfferingHistory({ changes, offerings }: HistoryProps) {
  const nameOf = ({ kind, id }: OfferingChange): string =>
    offerings.find((each) => each.kind === kind && each.id === id)?.names[language()] ?? id
  const columns: readonly Column<OfferingChange>[] = [
    { label: say('audit.when'), show: ({ timestamp }) => <span className="whitespace-nowrap">{moment(timestamp)}</span> },
    { label: say('offerings.what'), show: nameOf },
    { label: say('switches.state'), show: ({ status }) => <OfferingStatus status={status} /> },
    { label: say('switches.cause'), show: ({ cause }) => (cause === null ? '—' : say(`switches.cause.${cause}`)) },
    {
      label: say('switches.reason'),
      show: ({ reason, note }) => [say(`reason.${reason}`), note].filter((part) => part !== null).join(' · '),
    },
    { label: say('switches.by'), show: ({ by, askedBy }) => (askedBy === null ? by : `${askedBy} + ${by}`) },
  ]
  return (
    <Panel title={say('switches.history')}>
      {changes.length === 0 ? (
        <p className="px-4 pb-4 text-label text-text3">{say('offerings.none')}</p>
      ) : (
        <Table label={say('switches.history')} rows={changes} columns={columns} idOf={({ changeId }) => changeId} />
      )}
    </Panel>
  )
}
