import { type ListedRole, MAX_ROLE_NAME, composedRoles } from '@rueda/contract/admin/roles.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { HowChanged } from './HowChanged.tsx'
import { PowerChoice } from './PowerChoice.tsx'
import { requestedText, useWays } from './use-ways.ts'

/** A new role, or other powers for one that is there; its name stays, because the audit log says it. */
export function RoleForm({ role, onDone }: Readonly<{ role: ListedRole | null; onDone: () => void }>) {
  const [name, setName] = useState('')
  const [powers, setPowers] = useState<readonly PowerName[]>(role?.powers ?? [])
  const [why, setWhy] = useState(noReason)
  const ways = useWays()
  const { busy, act } = useAct()
  const isSame = role !== null && powers.join() === role.powers.join()
  const isReady = (role !== null || name.trim() !== '') && powers.length > 0 && !isSame && why.reason !== null
  const ask = async (): Promise<void> => {
    const asked = { powers: [...powers], ...whyOf(why) }
    const done = await act(
      () =>
        role === null
          ? call(composedRoles.compose, { name, ...asked })
          : call(composedRoles.change, { roleId: role.roleId, version: role.version, ...asked }),
      ({ state }) => (state === 'waiting' ? requestedText(ways?.composeRole) : say('two.done')),
    )
    if (done) onDone()
  }
  return (
    <>
      {role === null ? (
        <TextField label={say('roles.name')} helper={say('roles.nameHelp')} value={name} onChange={setName} most={MAX_ROLE_NAME} />
      ) : null}
      <PowerChoice value={powers} onChange={setPowers} />
      <WhyFields value={why} onChange={setWhy} />
      <HowChanged changes={['composeRole']} />
      <div>
        <Button busy={busy} disabled={!isReady} onPress={() => void ask()}>
          {say(role === null ? 'roles.compose' : 'roles.change')}
        </Button>
      </div>
    </>
  )
}
