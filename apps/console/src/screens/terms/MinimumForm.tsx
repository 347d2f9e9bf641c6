import { type WireChannelTerms, terms } from '@rueda/contract/admin/terms.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { say } from '../../app/words.ts'
import { AnnounceForm } from './AnnounceForm.tsx'

/** As many as the smallest part of a coin has. */
const DECIMALS = 8

type MinimumFormProps = Readonly<{ channel: WireChannelTerms; onDone: () => void }>

/** Announces another least deposit of a channel. */
export function MinimumForm({ channel: { channelId, minimum: standing, creditCurrency, nowTimestamp }, onDone }: MinimumFormProps) {
  const [minimum, setMinimum] = useState(standing)
  return (
    <AnnounceForm
      now={nowTimestamp}
      isReady={minimum !== '' && finish(minimum) !== standing}
      announce={(when) => call(terms.changeMinimum, { channelId, minimum: finish(minimum), ...when })}
      onDone={onDone}
    >
      <AmountInput label={`${say('terms.minimum')} (${creditCurrency})`} decimals={DECIMALS} value={minimum} onChange={setMinimum} />
    </AnnounceForm>
  )
}
