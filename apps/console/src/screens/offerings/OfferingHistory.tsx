import type { Offering, OfferingChange } from '@rueda/contract/admin/offerings.ts'
import { language } from '../../app/language.ts'
import type { Column } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { ChangeHistory, causeTold, whenChanged, whoChanged, whyChanged } from '../../shared/changes/ChangeHistory.tsx'
import { OfferingStatus } from './OfferingStatus.tsx'

type HistoryProps = Readonly<{ changes: readonly OfferingChange[]; offerings: readonly Offering[] }>

/** Every change with who and why, the newest first. */
export function OfferingHistory({ changes, offerings }: HistoryProps) {
  const nameOf = ({ kind, id }: OfferingChange): string =>
    offerings.find((each) => each.kind === kind && each.id === id)?.names[language()] ?? id
  const columns: readonly Column<OfferingChange>[] = [
    whenChanged,
    { label: say('offerings.what'), show: nameOf },
    { label: say('switches.state'), show: ({ status }) => <OfferingStatus status={status} /> },
    causeTold,
    whyChanged,
    whoChanged,
  ]
  return <ChangeHistory rows={changes} columns={columns} idOf={({ changeId }) => changeId} none={say('offerings.none')} />
}
