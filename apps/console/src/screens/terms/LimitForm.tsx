import { type WireLimit, terms } from '@rueda/contract/admin/terms.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
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
      isReady={amount !== '' && finish(amount) !== holding}
      announce={(when) => call(terms.changeLimit, { limit, amount: finish(amount), ...when })}
      onDone={onDone}
    >
      <p className="text-label text-text2">{say(`limit.${limit}.how`)}</p>
      <AmountInput label={say('terms.limitIn')} value={amount} onChange={setAmount} />
    </AnnounceForm>
  )
}
