import { type ActReason, actReasons } from '@rueda/rules/staff/reasons.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Choice } from './Choice.tsx'
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
    <div className="flex flex-col gap-3">
      <Choice
        label={say('why.reason')}
        numbered={numbered}
        options={actReasons}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
        nameOf={(reason) => say(`reason.${reason}`)}
      />
      <TextField
        label={say('why.note')}
        helper={say('why.noteHelp')}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
        lines={2}
        most={500}
      />
    </div>
  )
}
