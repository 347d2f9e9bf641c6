import { type WireRailTerms, terms } from '@rueda/contract/admin/terms.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { say } from '../../app/words.ts'
import { AnnounceForm } from './AnnounceForm.tsx'

const PERCENT_DECIMALS = 4
/** As many as the smallest part of a coin has. */
const AMOUNT_DECIMALS = 8

/** Announces another fee of a rail. */
export function FeeForm({ rail, onDone }: Readonly<{ rail: WireRailTerms; onDone: () => void }>) {
  const [sharePercent, setShare] = useState(rail.sharePercent)
  const [least, setLeast] = useState(rail.least)
  const asked = { sharePercent: finish(sharePercent), least: finish(least) }
  return (
    <AnnounceForm
      now={rail.nowTimestamp}
      isReady={sharePercent !== '' && least !== '' && (asked.sharePercent !== rail.sharePercent || asked.least !== rail.least)}
      announce={(when) => call(terms.changeFee, { rail: rail.rail, ...asked, ...when })}
      onDone={onDone}
    >
      <AmountInput label={`${say('terms.share')} (%)`} decimals={PERCENT_DECIMALS} value={sharePercent} onChange={setShare} />
      <AmountInput label={`${say('terms.least')} (${rail.pays})`} decimals={AMOUNT_DECIMALS} value={least} onChange={setLeast} />
    </AnnounceForm>
  )
}
