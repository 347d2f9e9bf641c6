import { type ActReason, actReasons } from '@rueda/rules/staff/reasons.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Key } from './Key.tsx'
import { say } from './words.ts'

export type WhyDraft = Readonly<{ reason: ActReason | null; note: string }>
export const noReason: WhyDraft = { reason: null, note: '' }

/** Returns the input of an act: the reason, which the customer can read, and a note for colleagues. */
export const whyOf = ({ reason, note }: WhyDraft) => ({
  reason: reason ?? ('review' as const),
  ...(note.trim() === '' ? {} : { note: note.trim() }),
})

type WhyFieldsProps = Readonly<{
  value: WhyDraft
  onChange: (value: WhyDraft) => void
  /** Each reason with the digit that chooses it, where a decision has keys. */
  numbered?: boolean
}>

export function WhyFields({ value, onChange, numbered = false }: WhyFieldsProps) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-label text-text2">{say('why.reason')}</legend>
      <div className="flex flex-wrap gap-2 pb-3">
        {actReasons.map((reason, place) => (
          <button
            key={reason}
            type="button"
            data-choice={numbered ? '' : undefined}
            aria-pressed={value.reason === reason}
            onClick={() => onChange({ ...value, reason })}
            className={`inline-flex min-h-[34px] items-center gap-1.5 rounded-pill px-3 text-meta ${value.reason === reason ? 'bg-accent-tint text-accent' : 'bg-s2 text-text2'}`}
          >
            {numbered ? <Key>{String(place + 1)}</Key> : null}
            {say(`reason.${reason}`)}
          </button>
        ))}
      </div>
      <TextField
        label={say('why.note')}
        helper={say('why.noteHelp')}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
        lines={2}
        most={500}
      />
    </fieldset>
  )
}
