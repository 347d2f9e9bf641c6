import { staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { HowChanged } from './HowChanged.tsx'
import { RoleChoice, askedRoles, countOf, noRoles } from './RoleChoice.tsx'

/** A new colleague. The set-up link goes to the mailbox that is invited; nobody here sees it. */
export function Invite({ onClose }: Readonly<{ onClose: () => void }>) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [roles, setRoles] = useState(noRoles)
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const invite = async (): Promise<void> => {
    const done = await act(
      () => call(staff.invite, { email, name, ...askedRoles(roles), ...whyOf(why) }),
      ({ state }) => (state === 'waiting' ? say('staff.asked') : say('staff.linkSent', { email })),
    )
    if (done) onClose()
  }
  const isReady = email !== '' && name !== '' && countOf(roles) > 0 && why.reason !== null
  return (
    <Drawer title={say('staff.invite')} onClose={onClose}>
      <div>
        <TextField label={say('signIn.email')} helper={say('staff.linkGoes')} type="email" value={email} onChange={setEmail} most={50} />
        <TextField label={say('setup.name')} value={name} onChange={setName} most={80} />
        <RoleChoice value={roles} onChange={setRoles} />
        <WhyFields value={why} onChange={setWhy} />
      </div>
      <HowChanged changes={['invite']} />
      <Button busy={busy} disabled={!isReady} onPress={() => void invite()}>
        {say('staff.invite')}
      </Button>
    </Drawer>
  )
}
