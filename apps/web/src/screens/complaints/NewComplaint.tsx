import { withoutInvisible } from '@rueda/contract/invisible-characters.ts'
import { complaints } from '@rueda/contract/complaints.ts'
import { support } from '@rueda/contract/support.ts'
import { MAX_MESSAGE, recordKinds } from '@rueda/rules/support/thread.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../shared/failures/Failure.tsx'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { query, useCall } from '../../shared/server/api.ts'
import { RecordTile } from '../../shared/support/RecordTile.tsx'
import { useText } from '../../shared/text/text.ts'

const LINES = 6

/** Makes the conversation a complaint, with the record that its customer came from (`?record=order:<id>`). */
export function NewComplaint() {
  const t = useText('complaints')
  const { offline, text: words } = useUi()
  const [text, setText] = useState('')
  const record = useAskedRecord()
  const filing = useCall(complaints.file, {
    onDone: ({ number }) => {
      setText('')
      void toast(t('sent', { number }))
    },
  })
  const written = withoutInvisible(text).trim()
  return (
    <Card title={t('new')}>
      <div className="flex flex-col gap-3">
        <TextField label={t('text')} helper={t('text.help')} value={text} onChange={setText} lines={LINES} most={MAX_MESSAGE} />
        {record === null ? null : (
          <div className="flex flex-col gap-1.5">
            <p className="text-label text-text2">{t('record')}</p>
            <RecordTile record={record} />
          </div>
        )}
        <Failure error={filing.error} />
        <BlockerButton
          label={t('send')}
          busy={filing.pending}
          blockers={[
            { when: offline, label: words.offline },
            { when: written === '', label: t('send.empty') },
          ]}
          onPress={() => void filing.run({ text: written, ...(record === null ? {} : { record: record.ref }) })}
        />
      </div>
    </Card>
  )
}

function useAskedRecord() {
  const { record: asked } = useQueryOfPage()
  const kind = recordKinds.find((each) => asked?.startsWith(`${each}:`) === true)
  const { data } = useQuery({ ...query(support.records, { kind: kind ?? 'order' }), enabled: kind !== undefined })
  return data?.find(({ ref }) => ref === asked) ?? null
}
