import { type WireBroadcast, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { read } from '../../app/api.ts'
import { may } from '../../app/auth-provider.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { PhonePreview } from './PhonePreview.tsx'
import { PublishForm } from './PublishForm.tsx'

const columns: readonly Column<WireBroadcast>[] = [
  { label: say('audit.when'), show: ({ timestamp }) => <span className="num">{moment(timestamp)}</span> },
  { label: say('broadcasts.title'), show: ({ texts }) => texts.es.title },
  {
    label: say('broadcasts.segment'),
    show: ({ segment, value }) => [say(`broadcasts.segment.${segment}`), value].filter(Boolean).join(' · '),
  },
  { label: say('broadcasts.languages'), show: ({ texts }) => Object.keys(texts).join(' ') },
  { label: say('broadcasts.recipients'), show: ({ recipients }) => recipients, numeric: true },
  { label: say('switches.reason'), show: ({ reason }) => say(`reason.${reason}`) },
  { label: say('switches.by'), show: ({ by, askedBy }) => `${askedBy} + ${by}` },
]

/** What was said to many at once, and saying something. */
export function Broadcasts() {
  const { permissions = [] } = usePermissions<StaffRole[]>()
  const list = useQuery(read(broadcasts.list, { pageSize: 50 }, { live: true }))
  const [open, setOpen] = useState<WireBroadcast | 'new' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Page
      title={say('nav.broadcasts')}
      action={may(permissions, 'broadcasts.publish') ? <Button onPress={() => setOpen('new')}>{say('broadcasts.write')}</Button> : null}
    >
      <Panel>
        <LoadedBlock query={list} isEmpty={({ total }) => total === 0} empty={say('broadcasts.none')}>
          {(page) => <Table label={say('nav.broadcasts')} rows={page.list} columns={columns} idOf={({ id }) => id} onChoose={setOpen} />}
        </LoadedBlock>
      </Panel>
      {open === null ? null : (
        <Drawer title={open === 'new' ? say('broadcasts.write') : open.texts.es.title} onClose={close}>
          {open === 'new' ? <PublishForm onDone={close} /> : <PhonePreview texts={open.texts} at={open.timestamp} />}
        </Drawer>
      )}
    </Page>
  )
}
