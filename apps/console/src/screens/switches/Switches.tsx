import { type SwitchState, switches } from '@rueda/contract/admin/switches.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { SwitchHistory } from './SwitchHistory.tsx'
import { TurnForm } from './TurnForm.tsx'

const columns: readonly Column<SwitchState>[] = [
  { label: say('switches.what'), show: ({ name }) => say(`switch.${name}`) },
  {
    label: say('switches.state'),
    show: ({ isOff }) => <Pill tone={isOff === 1 ? 'danger' : 'up'}>{say(isOff === 1 ? 'switches.off' : 'switches.on')}</Pill>,
  },
  { label: say('switches.cause'), show: ({ cause }) => (cause === null ? '—' : say(`switches.cause.${cause}`)) },
  {
    label: say('switches.since'),
    show: ({ sinceTimestamp }) => (sinceTimestamp === null ? '—' : <span className="whitespace-nowrap">{moment(sinceTimestamp)}</span>),
  },
  { label: say('switches.people'), show: ({ people }) => say(`switches.people.${people}`) },
]

/** Switches that turn something off for a while. They refuse only what somebody begins; nothing under way is touched. */
export function Switches() {
  const powers = usePowers()
  const list = useQuery(read(switches.list, {}, { live: true }))
  const [open, setOpen] = useState<SwitchState | null>(null)
  const mayTurn = { one: may(powers, 'switches.turn'), two: may(powers, 'switches.turnMoney') }
  return (
    <Page title={say('nav.switches')}>
      <p className="text-label text-text2">{say('switches.whatHolds')}</p>
      <LoadedBlock query={list}>
        {(data) => (
          <>
            {(['one', 'two'] as const).map((people) => (
              <Panel key={people} title={say(people === 'one' ? 'switches.people.title' : 'switches.money.title')}>
                <Table
                  label={say(people === 'one' ? 'switches.people.title' : 'switches.money.title')}
                  rows={data.switches.filter((each) => each.people === people)}
                  columns={columns}
                  idOf={({ name }) => name}
                  {...(mayTurn[people] ? { onChoose: setOpen } : {})}
                />
              </Panel>
            ))}
            <SwitchHistory changes={data.changes} />
          </>
        )}
      </LoadedBlock>
      {open === null ? null : (
        <Drawer title={say(`switch.${open.name}`)} onClose={() => setOpen(null)}>
          <TurnForm key={open.name} state={open} onDone={() => setOpen(null)} />
        </Drawer>
      )}
    </Page>
  )
}
