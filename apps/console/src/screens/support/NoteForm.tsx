import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { supportDesk } from '@rueda/contract/admin/support.ts'
import { MAX_MESSAGE } from '@rueda/rules/support/thread.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'

type Notes = StaffDataOf<typeof supportDesk.open>['notes']

/** Notes of colleagues; the customer never sees them. */
export function NoteForm({ id, notes }: Readonly<{ id: string; notes: Notes }>) {
  const [text, setText] = useState('')
  const { busy, act } = useAct()
  const queries = useQueryClient()
  const keep = async (): Promise<void> => {
    const done = await act(
      () => call(supportDesk.note, { id, text: text.trim() }),
      () => say('support.noted'),
    )
    if (!done) return
    setText('')
    // A note is no message, so nothing else says that there is more to read.
    await queries.invalidateQueries({ queryKey: [supportDesk.open.path] })
  }
  return (
    <section aria-label={say('support.notes')} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-label text-text2">{say('support.notes')}</h3>
      {notes.map((note) => (
        <div key={note.timestamp} className="rounded-control bg-warn-tint px-3 py-2">
          <p className="text-label font-normal break-words whitespace-pre-wrap">{note.text}</p>
          <p className="num text-micro font-normal text-text3">
            {note.staffName} · {moment(note.timestamp)}
          </p>
        </div>
      ))}
      <TextField
        label={say('support.note')}
        helper={say('support.noteHelp')}
        value={text}
        onChange={setText}
        lines={2}
        most={MAX_MESSAGE}
      />
      <div>
        <Button tone="secondary" busy={busy} disabled={text.trim() === ''} onPress={() => void keep()}>
          {say('support.keepNote')}
        </Button>
      </div>
    </section>
  )
}
