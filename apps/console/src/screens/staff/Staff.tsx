import { type Colleague, staff } from '@rueda/contract/admin/staff.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { rolesText } from '../../app/role-names.ts'
import { say } from '../../app/words.ts'
import { ColleagueActs } from './ColleagueActs.tsx'
import { EmergencyState } from './EmergencyState.tsx'
import { Invite } from './Invite.tsx'
import { PendingChanges } from './PendingChanges.tsx'
import { Roles } from './Roles.tsx'

const tones = { active: 'up', invited: 'warn', disabled: 'flat' } as const

const columns: readonly Column<Colleague>[] = [
  { label: say('staff.name'), show: ({ name }) => name },
  { label: say('signIn.email'), show: ({ email }) => email },
  {
    label: say('staff.roles'),
    show: ({ roles, composed }) =>
      rolesText(
        roles,
        composed.map(({ name }) => name),
      ),
  },
  { label: say('staff.state'), show: ({ state }) => <Pill tone={tones[state]}>{say(`staff.${state}`)}</Pill> },
  { label: say('staff.lastUse'), show: ({ lastUseTimestamp }) => (lastUseTimestamp === null ? '—' : moment(lastUseTimestamp)) },
]

/** The staff. Every change of it takes two persons, or one and a day in which everybody can object. */
export function Staff() {
  const powers = usePowers()
  const list = useQuery(read(staff.list, {}))
  const [open, setOpen] = useState<Colleague | 'invite' | null>(null)
  const mayChange = may(powers, 'staff.invite')
  const close = (): void => setOpen(null)
  return (
    <Page title={say('nav.staff')} action={mayChange ? <Button onPress={() => setOpen('invite')}>{say('staff.invite')}</Button> : null}>
      <PendingChanges title={say('staff.pending')} endpoints={[staff.invite, staff.inviteAgain, staff.changeRoles, staff.disable]} />
      <Panel>
        <LoadedBlock query={list}>
          {(rows) => (
            <Table
              label={say('nav.staff')}
              rows={rows}
              columns={columns}
              idOf={({ staffId }) => staffId}
              {...(mayChange ? { onChoose: setOpen } : {})}
            />
          )}
        </LoadedBlock>
      </Panel>
      <Roles />
      <EmergencyState />
      {open === 'invite' ? <Invite onClose={close} /> : null}
      {open !== null && open !== 'invite' ? (
        <Drawer title={open.name} onClose={close}>
          <ColleagueActs colleague={open} onDone={close} />
        </Drawer>
      ) : null}
    </Page>
  )
}
