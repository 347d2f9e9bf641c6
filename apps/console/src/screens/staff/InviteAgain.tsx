import { type Colleague, staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { SetupLink } from './SetupLink.tsx'

/** Somebody who never finished the set-up gets another link; the one before opens nothing any more. */
export function InviteAgain({ colleague: { staffId } }: Readonly<{ colleague: Colleague }>) {
  const [why, setWhy] = useState(noReason)
  const [url, setUrl] = useState<string | null>(null)
  const { busy, act } = useAct()
  const renew = (): Promise<boolean> =>
    act(
      () => call(staff.inviteAgain, { staffId, ...whyOf(why) }),
      ({ state, setupUrl }) => {
        setUrl(setupUrl)
        return say(state === 'waiting' ? 'two.waiting' : 'two.done')
      },
    )
  if (url !== null) return <SetupLink path={url} />
  return (
    <>
      <p className="text-row text-text2">{say('staff.notSetUp')}</p>
      <WhyFields value={why} onChange={setWhy} />
      <p className="text-meta text-text3">{say('two.needed')}</p>
      <Button busy={busy} disabled={why.reason === null} onPress={() => void renew()}>
        {say('staff.inviteAgain')}
      </Button>
    </>
  )
}
