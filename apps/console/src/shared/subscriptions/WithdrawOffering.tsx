import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

type Why = ReturnType<typeof whyOf>
type WithdrawOfferingProps = Readonly<{
  /** What becomes of it, before the button. */
  consequence: string
  label: string
  withdraw: (why: Why) => Promise<Readonly<{ state: 'waiting' | 'done' }>>
  onDone: () => void
}>

/** Withdraws shares that are offered, by two persons. */
export function WithdrawOffering({ consequence, label, withdraw, onDone }: WithdrawOfferingProps) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const send = async (): Promise<void> => {
    const done = await act(
      () => withdraw(whyOf(why)),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <InlineMessage tone="warn">{consequence}</InlineMessage>
      <WhyFields value={why} onChange={setWhy} />
      <Button tone="danger" busy={busy} disabled={why.reason === null} onPress={() => void send()}>
        {label}
      </Button>
    </section>
  )
}
