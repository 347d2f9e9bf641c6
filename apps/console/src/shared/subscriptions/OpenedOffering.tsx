import { Button } from '@rueda/ui/actions/Button.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

type Why = ReturnType<typeof whyOf>
type Withdrawing = Readonly<{
  /** What becomes of it, before the button. */
  consequence: string
  label: string
  withdraw: (why: Why) => Promise<Readonly<{ state: 'waiting' | 'done' }>>
}>
type OpenedOfferingProps = Readonly<{
  facts: readonly (Fact | null)[]
  /** Null where it cannot be taken back, or not by whoever looks at it. */
  withdrawing: Withdrawing | null
  onDone: () => void
}>

/** What is known of shares that are offered, and the one thing that two persons can do about them. */
export const OpenedOffering = ({ facts, withdrawing, onDone }: OpenedOfferingProps) => (
  <>
    <Facts rows={facts} />
    <p className="text-meta text-text3">{say('subscriptions.zone')}</p>
    {withdrawing === null ? null : <WithdrawOffering {...withdrawing} onDone={onDone} />}
  </>
)

function WithdrawOffering({ consequence, label, withdraw, onDone }: Withdrawing & Pick<OpenedOfferingProps, 'onDone'>) {
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
