import { withoutInvisible } from '@rueda/contract/invisible-characters.ts'
import type { RecordCard } from '@rueda/contract/support.ts'
import { MAX_MESSAGE, type RecordKind } from '@rueda/rules/support/thread.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { ClipboardList, ImagePlus, SendHorizontal, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import type { Outgoing } from './outgoing.ts'
import { RecordPicker } from './RecordPicker.tsx'
import { RecordTile } from '../../shared/support/RecordTile.tsx'
import { usePictureToSend } from './use-picture-to-send.ts'

export type Draft = Pick<Outgoing, 'text' | 'image' | 'record'>
type ComposerProps = Readonly<{
  /** The record attached from the start, where another screen asked for it. */
  record: RecordCard | null
  onRecord: (record: RecordCard | null) => void
  firstKind: RecordKind
  onSend: (draft: Draft) => void
}>

/** The field for a message: it grows to four lines, and takes a picture and a record of one's own. */
export function Composer({ record, onRecord, firstKind, onSend }: ComposerProps) {
  const t = useText('support')
  const [text, setText] = useState('')
  const [picking, setPicking] = useState(false)
  const picture = usePictureToSend()
  const file = useRef<HTMLInputElement>(null)
  const written = withoutInvisible(text).trim()
  const ready = (written !== '' || picture.image !== null || record !== null) && !picture.isSending
  const send = (): void => {
    if (!ready) return
    onSend({ text: written === '' ? null : written, image: picture.image, record })
    setText('')
    picture.drop()
    onRecord(null)
  }
  return (
    <div className="flex flex-col gap-2">
      {record === null ? null : (
        <Attached onRemove={() => onRecord(null)}>
          <RecordTile record={record} />
        </Attached>
      )}
      {picture.preview === null ? null : (
        <Attached onRemove={picture.drop}>
          <img src={picture.preview} alt={t('picture')} className={classes('h-20 rounded-control', picture.isSending && 'opacity-50')} />
          {picture.isSending ? (
            <span role="status" className="text-meta text-text3">
              {t('attach.uploading')}
            </span>
          ) : null}
        </Attached>
      )}
      {picture.problem === null ? null : (
        <p role="alert" className="text-meta text-danger">
          {picture.problem}
        </p>
      )}
      <div className="flex items-end gap-1">
        <input
          ref={file}
          type="file"
          accept="image/*"
          aria-label={t('attach.image')}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen !== undefined) void picture.choose(chosen)
            target.value = ''
          }}
        />
        <IconButton label={t('attach.image')} icon={ImagePlus} onPress={() => file.current?.click()} />
        <IconButton label={t('attach.record')} icon={ClipboardList} onPress={() => setPicking(true)} />
        <textarea
          aria-label={t('message')}
          placeholder={t('message')}
          rows={1}
          maxLength={MAX_MESSAGE}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
          className="field-sizing-content max-h-28 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-line-strong bg-s2 px-3 py-2.5 text-row font-normal outline-none placeholder:text-text3 focus-visible:border-accent"
        />
        <span className={ready ? '[&_button]:text-accent' : undefined}>
          <IconButton label={t('send')} icon={SendHorizontal} onPress={send} disabled={!ready} />
        </span>
      </div>
      <RecordPicker
        open={picking}
        first={firstKind}
        onChoose={(chosen) => {
          onRecord(chosen)
          setPicking(false)
        }}
        onClose={() => setPicking(false)}
      />
    </div>
  )
}

function Attached({ onRemove, children }: Readonly<{ onRemove: () => void; children: ReactNode }>) {
  const t = useText('support')
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">{children}</div>
      <IconButton label={t('attach.remove')} icon={X} onPress={onRemove} />
    </div>
  )
}
