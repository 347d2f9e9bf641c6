import { type WireBanner, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { LowerForm, RaiseForm } from './BannerForms.tsx'

const columns: readonly Column<WireBanner>[] = [
  {
    label: say('switches.state'),
    show: ({ liftedTimestamp }) => (
      <Pill tone={liftedTimestamp === null ? 'warn' : 'flat'}>{say(liftedTimestamp === null ? 'banners.shown' : 'banners.lowered')}</Pill>
    ),
  },
  { label: say('market.where'), show: ({ market }) => market ?? say('market.everywhere') },
  { label: say('broadcasts.title'), show: ({ texts }) => texts.es.title },
  { label: say('broadcasts.languages'), show: ({ texts }) => Object.keys(texts).join(' ') },
  { label: say('market.since'), show: ({ timestamp }) => <span className="num">{moment(timestamp)}</span> },
  { label: say('market.until'), show: ({ liftedTimestamp }) => (liftedTimestamp === null ? '—' : moment(liftedTimestamp)) },
  { label: say('switches.by'), show: ({ by }) => by },
]

/** Banners above customers' screens, with the means to raise one and to take it down. */
export function BannerPanel({ mayRaise }: Readonly<{ mayRaise: boolean }>) {
  const list = useQuery(read(broadcasts.banners, {}, { live: true }))
  const [open, setOpen] = useState<WireBanner | 'new' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      <Panel title={say('banners.title')}>
        {mayRaise ? (
          <div className="px-4 pb-2">
            <Button tone="secondary" onPress={() => setOpen('new')}>
              {say('banners.raise')}
            </Button>
          </div>
        ) : null}
        <LoadedBlock query={list}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="px-4 pb-4 text-label text-text3">{say('banners.none')}</p>
            ) : (
              <Table
                label={say('banners.title')}
                rows={rows}
                columns={columns}
                idOf={({ id }) => id}
                {...(mayRaise ? { onChoose: (row: WireBanner) => (row.liftedTimestamp === null ? setOpen(row) : undefined) } : {})}
              />
            )
          }
        </LoadedBlock>
      </Panel>
      {open === null ? null : (
        <Drawer title={say(open === 'new' ? 'banners.raise' : 'banners.lower')} onClose={close}>
          {open === 'new' ? <RaiseForm onDone={close} /> : <LowerForm banner={open} onDone={close} />}
        </Drawer>
      )}
    </>
  )
}
