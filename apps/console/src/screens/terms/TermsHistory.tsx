import type { WireTermsChange } from '@rueda/contract/admin/terms.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { moment } from '../../app/moments.ts'
import type { Column } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { ChangeHistory, whoChanged, whyChanged } from '../../shared/changes/ChangeHistory.tsx'
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
  whyChanged,
  whoChanged,
]

/** Every change with both persons and why, the newest first. */
export const TermsHistory = ({ changes }: Readonly<{ changes: readonly WireTermsChange[] }>) => (
  <ChangeHistory rows={changes} columns={columns} idOf={({ id }) => id} none={say('terms.none')} />
)
