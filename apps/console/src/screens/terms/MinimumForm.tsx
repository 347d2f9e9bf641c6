import { type WireChannelTerms, terms } from '@rueda/contract/admin/terms.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { say } from '../../app/words.ts'
import { AnnounceForm } from './AnnounceForm.tsx'

type MinimumFormProps = Readonly<{ channel: WireChannelTerms; onDone: () => void }>

/** Announces another least deposit of a channel. */
export function MinimumForm({ channel: { channelId, minimum: standing, creditCurrency, nowTimestamp }, onDone }: MinimumFormProps) {
  const [minimum, setMinimum] = useState(standing)
  return (
    <AnnounceForm
      now={nowTimestamp}
      isReady={minimum !== standing}
      announce={(when) => call(terms.changeMinimum, { channelId, minimum, ...when })}
      onDone={onDone}
    >
      <TextField
        label={`${say('terms.minimum')} (${creditCurrency})`}
        inputMode="decimal"
        value={minimum}
        onChange={setMinimum}
        most={16}
      />
    </AnnounceForm>
  )
}
