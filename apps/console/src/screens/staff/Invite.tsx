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
import { SetupCommand } from './SetupCommand.tsx'
import { requestedText, useWays } from './use-ways.ts'

/** A new colleague. The set-up link goes to the mailbox that is invited, or without mail to the server's machine; nobody here sees it. */
export function Invite({ onClose }: Readonly<{ onClose: () => void }>) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [roles, setRoles] = useState(noRoles)
  const [why, setWhy] = useState(noReason)
  const [needsLink, setNeedsLink] = useState(false)
  const ways = useWays()
  const { busy, act } = useAct()
  const sendsMail = ways?.sendsMail !== 0
  const invite = async (): Promise<void> => {
    let isInvited = false
    const done = await act(
      () => call(staff.invite, { email, name, ...askedRoles(roles), ...whyOf(why) }),
      ({ state }) => {
        isInvited = state === 'done'
        if (!isInvited) return requestedText(ways?.invite)
        return sendsMail ? say('staff.linkSent', { email }) : say('staff.isInvited', { name })
      },
    )
    if (isInvited && !sendsMail) setNeedsLink(true)
    else if (done) onClose()
  }
  if (needsLink) {
    return (
      <Drawer title={say('staff.isInvited', { name })} onClose={onClose}>
        <SetupCommand email={email} />
        <div>
          <Button onPress={onClose}>{say('app.close')}</Button>
        </div>
      </Drawer>
    )
  }
  const isReady = email !== '' && name !== '' && countOf(roles) > 0 && why.reason !== null
  return (
    <Drawer title={say('staff.invite')} onClose={onClose}>
      <div>
        <TextField
          label={say('signIn.email')}
          helper={say(sendsMail ? 'staff.linkGoes' : 'staff.noMailHere')}
          type="email"
          value={email}
          onChange={setEmail}
          most={50}
        />
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
