import { type WireRailTerms, terms } from '@rueda/contract/admin/terms.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { say } from '../../app/words.ts'
import { AnnounceForm } from './AnnounceForm.tsx'

/** Announces another fee of a rail. */
export function FeeForm({ rail, onDone }: Readonly<{ rail: WireRailTerms; onDone: () => void }>) {
  const [sharePercent, setShare] = useState(rail.sharePercent)
  const [least, setLeast] = useState(rail.least)
  return (
    <AnnounceForm
      now={rail.nowTimestamp}
      isReady={sharePercent !== rail.sharePercent || least !== rail.least}
      announce={(when) => call(terms.changeFee, { rail: rail.rail, sharePercent, least, ...when })}
      onDone={onDone}
    >
      <TextField label={`${say('terms.share')} (%)`} inputMode="decimal" value={sharePercent} onChange={setShare} most={7} />
      <TextField label={`${say('terms.least')} (${rail.pays})`} inputMode="decimal" value={least} onChange={setLeast} most={16} />
    </AnnounceForm>
  )
}
