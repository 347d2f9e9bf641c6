import { type ListedRole, composedRoles } from '@rueda/contract/admin/roles.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { Panel } from '../../app/Page.tsx'
import { powersText } from '../../app/role-names.ts'
import { may, usePowers } from '../../app/session.ts'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { PendingChanges } from './PendingChanges.tsx'
import { RoleForm } from './RoleForm.tsx'
import { RoleView } from './RoleView.tsx'

const columns: readonly Column<ListedRole>[] = [
  { label: say('roles.name'), show: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    label: say('roles.powers'),
    show: ({ powers }) => <span className="block py-2 font-normal whitespace-normal">{powersText(powers)}</span>,
  },
  { label: say('roles.holders'), show: ({ holders }) => (holders.length === 0 ? '—' : holders.join(', ')) },
  { label: say('staff.state'), show: ({ state }) => <Pill tone={state === 'held' ? 'up' : 'flat'}>{say(`roles.${state}`)}</Pill> },
]

/** The roles that this house composed. They are made, changed and retired like the staff itself. */
export function Roles() {
  const powers = usePowers()
  const list = useQuery(read(composedRoles.list, {}))
  const [openId, setOpenId] = useState<string | null>(null)
  const [isComposing, setComposing] = useState(false)
  const open = list.data?.find(({ roleId }) => roleId === openId)
  return (
    <>
      <div className="flex items-center justify-between gap-4 pt-2">
        <h2 className="text-nav">{say('roles.title')}</h2>
        {may(powers, 'staff.composeRole') ? (
          <Button tone="secondary" onPress={() => setComposing(true)}>
            {say('roles.compose')}
          </Button>
        ) : null}
      </div>
      <PendingChanges title={say('roles.pending')} endpoints={[composedRoles.compose, composedRoles.change, composedRoles.retire]} />
      <Panel>
        <LoadedBlock query={list} isEmpty={(rows) => rows.length === 0} empty={say('roles.none')}>
          {(rows) => (
            <Table
              label={say('roles.title')}
              rows={rows}
              columns={columns}
              idOf={({ roleId }) => roleId}
              chosen={openId}
              onChoose={({ roleId }) => setOpenId(roleId)}
            />
          )}
        </LoadedBlock>
      </Panel>
      {isComposing ? (
        <Drawer title={say('roles.compose')} onClose={() => setComposing(false)}>
          <RoleForm role={null} onDone={() => setComposing(false)} />
        </Drawer>
      ) : null}
      {open === undefined ? null : (
        <Drawer title={open.name} onClose={() => setOpenId(null)}>
          <RoleView key={open.version} role={open} others={list.data ?? []} onDone={() => setOpenId(null)} />
        </Drawer>
      )}
    </>
  )
}
