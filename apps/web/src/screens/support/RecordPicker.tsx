import { type RecordCard, support } from '@rueda/contract/support.ts'
import { type RecordKind, recordKinds } from '@rueda/rules/support/thread.ts'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { RecordTile } from '../../shared/support/RecordTile.tsx'

type RecordPickerProps = Readonly<{ open: boolean; first: RecordKind; onChoose: (record: RecordCard) => void; onClose: () => void }>

/** The newest own records, one of which is put beside the message. */
export function RecordPicker({ open, first, onChoose, onClose }: RecordPickerProps) {
  const t = useText('support')
  return (
    <Sheet open={open} onClose={onClose} title={t('attach.record')}>
      {open ? <Choice key={first} first={first} onChoose={onChoose} /> : null}
    </Sheet>
  )
}

function Choice({ first, onChoose }: Pick<RecordPickerProps, 'first' | 'onChoose'>) {
  const t = useText('support')
  const [kind, setKind] = useState<RecordKind>(first)
  const read = useQuery(query(support.records, { kind }))
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label={t('attach.record')}
        options={recordKinds.map((value) => ({ value, label: t(`topic.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={(records) => records.length === 0}
        empty={<EmptyState icon={ClipboardList} text={t('records.none')} />}
      >
        {(records) => (
          <ul className="flex flex-col gap-2">
            {records.map((record) => (
              <li key={record.ref}>
                <button type="button" className="w-full rounded-control active:opacity-80" onClick={() => onChoose(record)}>
                  <RecordTile record={record} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}
