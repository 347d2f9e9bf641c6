import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import { type ComplaintOutcome, complaintOutcomes } from '@rueda/rules/complaints/complaint.ts'
import { MAX_MESSAGE } from '@rueda/rules/support/thread.ts'
import { nativeNames } from '@rueda/text/languages.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { Choice } from '../../app/Choice.tsx'
import { call } from '../../app/api.ts'
import { Key } from '../../app/Key.tsx'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'
import type { OpenedComplaint } from './ComplaintDesk.tsx'

const LINES = 8

type AnswerFormProps = Readonly<{ id: string; found: OpenedComplaint; onKept: () => void }>

/** Writes the answer in the customer's language, or goes on with what a colleague wrote. Nothing is sent by it. */
export function AnswerForm({ id, found: { draft, locale }, onKept }: AnswerFormProps) {
  const [outcome, setOutcome] = useState<ComplaintOutcome | null>(draft?.outcome ?? null)
  const [text, setText] = useState(draft?.text ?? '')
  const { busy, act } = useAct()
  const isSame = text.trim() === draft?.text && outcome === draft.outcome && locale === draft.language
  const keep = async (chosen: ComplaintOutcome): Promise<void> => {
    const asked = { id, outcome: chosen, language: locale, text: text.trim(), ...(draft === null ? {} : { version: draft.version }) }
    const done = await act(
      () => call(complaintDesk.draft, asked),
      ({ version }) => say('complaints.kept', { version: String(version) }),
    )
    if (done) onKept()
  }
  return (
    <section aria-label={say('complaints.answer')} data-key="w" className="flex flex-col gap-3">
      <h3 className="text-nav">{say('complaints.answer')}</h3>
      <Choice
        numbered
        label={say('complaints.outcome')}
        options={complaintOutcomes}
        value={outcome}
        onChange={setOutcome}
        nameOf={(each) => say(`complaints.outcome.${each}`)}
      />
      <div data-next>
        <TextField
          label={say('complaints.reasons', { language: nativeNames[locale] })}
          value={text}
          onChange={setText}
          lines={LINES}
          most={MAX_MESSAGE}
        />
      </div>
      {draft === null ? null : (
        <p className="text-meta text-text3">
          {say('complaints.writtenBy', { version: String(draft.version), name: draft.staffName, when: moment(draft.timestamp) })}
        </p>
      )}
      <div data-confirm>
        <Button
          wide
          tone="secondary"
          busy={busy}
          disabled={text.trim() === '' || outcome === null || isSame}
          onPress={() => (outcome === null ? undefined : void keep(outcome))}
        >
          {say('complaints.keep')} <Key>w</Key>
        </Button>
      </div>
    </section>
  )
}
