import { type LedgerEntry, ledger } from '@rueda/contract/admin/ledger.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

/** Requests the exact reverse of an entry; another person has to request the same. There is no amount to type. */
export function ReverseForm({ entry, onDone }: Readonly<{ entry: LedgerEntry; onDone: () => void }>) {
  const { accountId, sequence, hash } = entry
  const [why, setWhy] = useState(noReason)
  const [evidence, setEvidence] = useState('')
  const { busy, act } = useAct()
  const reverse = async (): Promise<void> => {
    const done = await act(
      () => call(ledger.reverse, { accountId, sequence, hash, evidence: evidence.trim(), ...whyOf(why) }),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'ledger.isReversed'),
    )
    if (done) onDone()
  }
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4" aria-label={say('ledger.reverse')}>
      <h3 className="text-nav">{say('ledger.reverse')}</h3>
      <p className="text-label text-text2">{say('ledger.reverseHow')}</p>
      <TextField
        label={say('ledger.evidence')}
        helper={say('ledger.evidenceHelp')}
        value={evidence}
        onChange={setEvidence}
        lines={2}
        most={500}
      />
      <WhyFields value={why} onChange={setWhy} />
      <div>
        <Button tone="danger" busy={busy} disabled={why.reason === null || evidence.trim() === ''} onPress={() => void reverse()}>
          {say('ledger.ask')}
        </Button>
      </div>
    </section>
  )
}
