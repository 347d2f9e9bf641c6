import { type Offering, offerings } from '@rueda/contract/admin/offerings.ts'
import { offeringKinds } from '@rueda/rules/offerings/offering.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { language } from '../../app/language.ts'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { may, usePowers } from '../../app/session.ts'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { OfferingForm } from './OfferingForm.tsx'
import { OfferingHistory } from './OfferingHistory.tsx'
import { OfferingStatus } from './OfferingStatus.tsx'

const columns: readonly Column<Offering>[] = [
  { label: say('offerings.what'), show: ({ names }) => names[language()] },
  { label: say('switches.state'), show: ({ status }) => <OfferingStatus status={status} /> },
  { label: say('switches.cause'), show: ({ cause }) => (cause === null ? '—' : say(`switches.cause.${cause}`)) },
  {
    label: say('switches.since'),
    show: ({ sinceTimestamp }) => (sinceTimestamp === null ? '—' : <span className="whitespace-nowrap">{moment(sinceTimestamp)}</span>),
  },
]

/** The catalogue: what is offered, kind by kind. Staff pause and close it; terms, values and results are nobody's to enter. */
export function Offerings() {
  const powers = usePowers()
  const list = useQuery(read(offerings.list, {}, { live: true }))
  const [open, setOpen] = useState<Offering | null>(null)
  const mayChange = may(powers, 'offerings.pause') || may(powers, 'offerings.close')
  return (
    <Page title={say('nav.offerings')}>
      <p className="text-label text-text2">{say('offerings.whatHolds')}</p>
      <LoadedBlock query={list}>
        {(data) => (
          <>
            {offeringKinds.map((kind) => (
              <Panel key={kind} title={say(`offering.kind.${kind}`)}>
                <Table
                  label={say(`offering.kind.${kind}`)}
                  rows={data.offerings.filter((each) => each.kind === kind)}
                  columns={columns}
                  idOf={({ id }) => id}
                  {...(mayChange ? { onChoose: setOpen } : {})}
                />
              </Panel>
            ))}
            <OfferingHistory changes={data.changes} offerings={data.offerings} />
          </>
        )}
      </LoadedBlock>
      {open === null ? null : (
        <Drawer title={open.names[language()]} onClose={() => setOpen(null)}>
          <OfferingForm key={open.id} offering={open} onDone={() => setOpen(null)} />
        </Drawer>
      )}
    </Page>
  )
}
