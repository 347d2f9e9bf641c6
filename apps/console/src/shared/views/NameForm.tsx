import { useState } from 'react'
import { TextButton } from '../../app/TextButton.tsx'
import { say } from '../../app/words.ts'

const MAX_LENGTH = 40

type NameFormProps = Readonly<{ name: string; busy: boolean; onName: (name: string) => void; onCancel: () => void }>

/** Edits the name of a view, in the line in which it stands. */
export function NameForm({ name, busy, onName, onCancel }: NameFormProps) {
  const [typed, setTyped] = useState(name)
  const chosen = typed.trim()
  return (
    <form
      className="flex items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== '') onName(chosen)
      }}
    >
      <input
        autoFocus
        aria-label={say('views.name')}
        placeholder={say('views.name')}
        value={typed}
        maxLength={MAX_LENGTH}
        onChange={(event) => setTyped(event.target.value)}
        className="min-h-[34px] w-56 rounded-control border border-line-strong bg-s2 px-3 text-label placeholder:text-text3"
      />
      <TextButton submits disabled={busy || chosen === ''}>
        {say('views.keep')}
      </TextButton>
      <TextButton onPress={onCancel}>{say('app.cancel')}</TextButton>
    </form>
  )
}
