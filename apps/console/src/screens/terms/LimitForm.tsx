import { type WireLimit, terms } from '@rueda/contract/admin/terms.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { say } from '../../app/words.ts'
import { AnnounceForm } from './AnnounceForm.tsx'

/** Announces another limit for money. */
export function LimitForm({
  standing: { limit, amount: holding, nowTimestamp },
  onDone,
}: Readonly<{ standing: WireLimit; onDone: () => void }>) {
  const [amount, setAmount] = useState(holding)
  return (
    <AnnounceForm
      now={nowTimestamp}
      isReady={amount !== holding}
      announce={(when) => call(terms.changeLimit, { limit, amount, ...when })}
      onDone={onDone}
    >
      <p className="text-label text-text2">{say(`limit.${limit}.how`)}</p>
      <TextField label={say('terms.limitIn')} inputMode="decimal" value={amount} onChange={setAmount} most={11} />
    </AnnounceForm>
  )
}
