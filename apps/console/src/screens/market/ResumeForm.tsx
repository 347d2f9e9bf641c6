import { type WireHalt, market } from '@rueda/contract/admin/market.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

/** Lifts a halt, which takes two persons; the second sends the same request with the same reason. */
export function ResumeForm({ stop, onDone }: Readonly<{ stop: WireHalt; onDone: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const resume = async (): Promise<void> => {
    const done = await act(
      () => call(market.resume, { id: stop.id, ...whyOf(why) }),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  return (
    <>
      <p className="text-row">
        {say(`market.${stop.kind}`)} · {stop.target ?? say('market.everywhere')}
      </p>
      <WhyFields value={why} onChange={setWhy} />
      <p className="text-meta text-text3">{say('market.two')}</p>
      <Button busy={busy} disabled={why.reason === null} onPress={() => void resume()}>
        {say('market.resume')}
      </Button>
    </>
  )
}
