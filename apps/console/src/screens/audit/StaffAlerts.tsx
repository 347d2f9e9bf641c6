import { type StaffAlert, audit } from '@rueda/contract/admin/audit.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, Table } from '../../app/Table.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

const whatOf = ({ kind, staffName, reads }: StaffAlert): string =>
  kind === 'emergency' ? say('alerts.emergency') : say('alerts.what', { name: staffName, count: reads ?? 0 })

const columns: readonly Column<StaffAlert>[] = [
  { label: say('audit.when'), show: ({ timestamp }) => <span className="num">{moment(timestamp)}</span> },
  { label: say('audit.who'), show: ({ staffName }) => staffName },
  { label: say('alerts.why'), show: whatOf },
  {
    label: say('switches.state'),
    show: ({ acknowledgedBy }) => (
      <Pill tone={acknowledgedBy === null ? 'danger' : 'flat'}>
        {acknowledgedBy === null ? say('alerts.open') : say('alerts.seen', { name: acknowledgedBy })}
      </Pill>
    ),
  },
]

/** Colleagues who opened unusually many customers, and uses of the emergency account. Shows nothing while there are none. */
export function StaffAlerts() {
  const powers = usePowers()
  const list = useQuery(read(audit.alerts, {}, { live: true }))
  const [open, setOpen] = useState<StaffAlert | null>(null)
  const mayAnswer = may(powers, 'alerts.acknowledge')
  if (list.data === undefined || list.data.length === 0) return null
  return (
    <Panel title={say('alerts.title')}>
      <Table
        label={say('alerts.title')}
        rows={list.data}
        columns={columns}
        idOf={({ id }) => id}
        {...(mayAnswer ? { onChoose: (row: StaffAlert) => (row.acknowledgedBy === null ? setOpen(row) : undefined) } : {})}
      />
      {open === null ? null : (
        <Drawer title={say('alerts.title')} onClose={() => setOpen(null)}>
          <Answer alert={open} onDone={() => setOpen(null)} />
        </Drawer>
      )}
    </Panel>
  )
}

function Answer({ alert, onDone }: Readonly<{ alert: StaffAlert; onDone: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const answer = async (): Promise<void> => {
    const done = await act(
      () => call(audit.acknowledge, { id: alert.id, ...whyOf(why) }),
      () => say('two.done'),
    )
    if (done) onDone()
  }
  return (
    <>
      <p className="text-row">{whatOf(alert)}</p>
      <WhyFields value={why} onChange={setWhy} />
      <Button busy={busy} disabled={why.reason === null} onPress={() => void answer()}>
        {say('alerts.acknowledge')}
      </Button>
    </>
  )
}
