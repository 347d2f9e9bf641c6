import { type Colleague, staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { InviteAgain } from './InviteAgain.tsx'
import { HowChanged } from './HowChanged.tsx'
import { RoleChoice, type RolesChosen, askedRoles, countOf } from './RoleChoice.tsx'
import { requestedText, useWays } from './use-ways.ts'

/** Acts of an administrator about a colleague. */
export function ColleagueActs({ colleague, onDone }: Readonly<{ colleague: Colleague; onDone: () => void }>) {
  const { staffId } = colleague
  const [roles, setRoles] = useState<RolesChosen>({ roles: colleague.roles, composed: colleague.composed.map(({ roleId }) => roleId) })
  const [why, setWhy] = useState(noReason)
  const ways = useWays()
  const { busy, act } = useAct()
  const change = async (): Promise<void> => {
    const done = await act(
      () => call(staff.changeRoles, { staffId, ...askedRoles(roles), ...whyOf(why) }),
      ({ state }) => (state === 'waiting' ? requestedText(ways?.changeRoles) : say('two.done')),
    )
    if (done) onDone()
  }
  const disable = async (): Promise<void> => {
    const done = await act(
      () => call(staff.disable, { staffId, ...whyOf(why) }),
      ({ state }) => (state === 'waiting' ? requestedText(ways?.disable) : say('staff.isDisabled')),
    )
    if (done) onDone()
  }
  if (colleague.state === 'invited') return <InviteAgain colleague={colleague} onDone={onDone} />
  if (colleague.state === 'disabled') return <p className="text-row text-text2">{say('staff.isDisabled')}</p>
  const isReady = why.reason !== null
  return (
    <>
      <RoleChoice value={roles} onChange={setRoles} />
      <WhyFields value={why} onChange={setWhy} />
      <HowChanged changes={['changeRoles', 'disable']} />
      <div className="flex gap-2">
        <Button busy={busy} disabled={!isReady || countOf(roles) === 0} onPress={() => void change()}>
          {say('staff.changeRoles')}
        </Button>
        <Button tone="danger" busy={busy} disabled={!isReady} onPress={() => void disable()}>
          {say('staff.disable')}
        </Button>
      </div>
    </>
  )
}
