import { type SwitchState, switches } from '@rueda/contract/admin/switches.ts'
import { isMoneySwitch, switchCauses } from '@rueda/rules/switches/switch.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

/** Turns one switch the other way, with the text for customers and the reason. */
export function TurnForm({ state: { name, isOff }, onDone }: Readonly<{ state: SwitchState; onDone: () => void }>) {
  const [cause, setCause] = useState<(typeof switchCauses)[number]>('maintenance')
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const turn = async (): Promise<void> => {
    const wanted = { ...(isOff === 1 ? { isOff: 0 as const } : { isOff: 1 as const, cause }), ...whyOf(why) }
    const done = await act(
      () => (isMoneySwitch(name) ? call(switches.turnMoney, { name, ...wanted }) : call(switches.turn, { name, ...wanted })),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'switches.turned'),
    )
    if (done) onDone()
  }
  return (
    <>
      {isMoneySwitch(name) ? <InlineMessage tone="info">{say('switches.money')}</InlineMessage> : null}
      {isOff === 1 ? null : (
        <Choice
          label={say('switches.cause')}
          options={switchCauses}
          value={cause}
          onChange={setCause}
          nameOf={(each) => say(`switches.cause.${each}`)}
        />
      )}
      <WhyFields value={why} onChange={setWhy} />
      <Button tone={isOff === 1 ? 'primary' : 'danger'} busy={busy} disabled={why.reason === null} onPress={() => void turn()}>
        {say(isOff === 1 ? 'switches.turnOn' : 'switches.turnOff')}
      </Button>
    </>
  )
}
