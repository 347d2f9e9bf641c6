import { type Offering, offerings } from '@rueda/contract/admin/offerings.ts'
import { switchCauses } from '@rueda/rules/switches/switch.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { may, usePowers } from '../../app/session.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

type FormProps = Readonly<{ offering: Offering; onDone: () => void }>

/** Pauses one offering, offers it again or closes it, with the text for customers and the reason. */
export function OfferingForm({ offering: { kind, id, status }, onDone }: FormProps) {
  const powers = usePowers()
  const [cause, setCause] = useState<(typeof switchCauses)[number]>('maintenance')
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const send = async (work: () => Promise<{ state: string }>): Promise<void> => {
    if (await act(work, ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'offerings.changed'))) onDone()
  }
  const asked = () => ({ kind, id, ...whyOf(why) })
  const pause = () => send(() => call(offerings.pause, { ...asked(), isPaused: 1, cause }))
  const resume = () => send(() => call(offerings.pause, { ...asked(), isPaused: 0 }))
  const close = () => send(() => call(offerings.close, { ...asked(), cause }))
  const waits = why.reason === null
  if (status === 'closed') return <InlineMessage tone="info">{say('offerings.wasClosed')}</InlineMessage>
  return (
    <>
      <Choice
        label={say('switches.cause')}
        options={switchCauses}
        value={cause}
        onChange={setCause}
        nameOf={(each) => say(`switches.cause.${each}`)}
      />
      <WhyFields value={why} onChange={setWhy} />
      {may(powers, 'offerings.pause') ? (
        <Button busy={busy} disabled={waits} onPress={() => void (status === 'paused' ? resume() : pause())}>
          {say(status === 'paused' ? 'offerings.resume' : 'offerings.pause')}
        </Button>
      ) : null}
      {may(powers, 'offerings.close') ? (
        <>
          <InlineMessage tone="warn">{say('offerings.closeWhat')}</InlineMessage>
          <Button tone="danger" busy={busy} disabled={waits} onPress={() => void close()}>
            {say('offerings.close')}
          </Button>
        </>
      ) : null}
    </>
  )
}
