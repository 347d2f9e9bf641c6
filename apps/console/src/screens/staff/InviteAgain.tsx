import { type Colleague, staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { HowChanged } from './HowChanged.tsx'
import { SetupCommand } from './SetupCommand.tsx'
import { requestedText, useWays } from './use-ways.ts'

/** Mails another link to a colleague who never finished the set-up; the earlier link opens nothing any more. */
export function InviteAgain({ colleague: { staffId, email }, onDone }: Readonly<{ colleague: Colleague; onDone: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const ways = useWays()
  const sendsMail = ways?.sendsMail !== 0
  const { busy, act } = useAct()
  const renew = async (): Promise<void> => {
    const done = await act(
      () => call(staff.inviteAgain, { staffId, ...whyOf(why) }),
      ({ state }) => {
        if (state === 'waiting') return requestedText(ways?.invite)
        return sendsMail ? say('staff.linkSent', { email }) : say('two.done')
      },
    )
    if (done && sendsMail) onDone()
  }
  return (
    <>
      <p className="text-row text-text2">{say('staff.notSetUp')}</p>
      {sendsMail ? null : <SetupCommand email={email} />}
      <WhyFields value={why} onChange={setWhy} />
      <HowChanged changes={['invite']} />
      <Button busy={busy} disabled={why.reason === null} onPress={() => void renew()}>
        {say('staff.inviteAgain')}
      </Button>
    </>
  )
}
