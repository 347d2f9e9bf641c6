import { type WireHalt, market } from '@rueda/contract/admin/market.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { phaseName } from '../../app/customer-text.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { BannerPanel } from './BannerPanel.tsx'
import { ResumeForm } from './ResumeForm.tsx'
import { StopForm } from './StopForm.tsx'

type Session = Readonly<{ market: string; phase: string; tradeDate: string; closeTimestamp: number }>

const sessions: readonly Column<Session>[] = [
  { label: say('market.market'), show: (row) => row.market },
  { label: say('market.phase'), show: ({ phase }) => <Pill tone={phase === 'OPEN' ? 'up' : 'flat'}>{phaseName(phase)}</Pill> },
  { label: say('market.day'), show: ({ tradeDate }) => tradeDate },
  { label: say('market.closes'), show: ({ closeTimestamp }) => <span className="whitespace-nowrap">{moment(closeTimestamp)}</span> },
]

const stops: readonly Column<WireHalt>[] = [
  { label: say('market.what'), show: ({ kind }) => <Pill tone={kind === 'halt' ? 'danger' : 'warn'}>{say(`market.${kind}`)}</Pill> },
  { label: say('market.where'), show: ({ target }) => target ?? say('market.everywhere') },
  { label: say('market.since'), show: ({ fromTimestamp }) => <span className="whitespace-nowrap">{moment(fromTimestamp)}</span> },
  { label: say('market.until'), show: ({ untilTimestamp }) => (untilTimestamp === null ? '—' : moment(untilTimestamp)) },
]

/** Market controls: one person halts, two resume. No price and no fill can be touched here. */
export function MarketControls() {
  const powers = usePowers()
  const overview = useQuery(read(market.overview, {}, { live: true }))
  const [open, setOpen] = useState<WireHalt | 'stop' | null>(null)
  const mayStop = may(powers, 'market.halt')
  const close = (): void => setOpen(null)
  return (
    <Page
      title={say('nav.market')}
      action={
        mayStop ? (
          <Button tone="danger" onPress={() => setOpen('stop')}>
            {say('market.stop')}
          </Button>
        ) : null
      }
    >
      <LoadedBlock query={overview}>
        {(data) => (
          <>
            <Panel title={say('market.stops')}>
              {data.stops.length === 0 ? (
                <p className="px-4 pb-4 text-label text-text3">{say('market.noStops')}</p>
              ) : (
                <Table
                  label={say('market.stops')}
                  rows={data.stops}
                  columns={stops}
                  idOf={({ id }) => id}
                  {...(mayStop ? { onChoose: setOpen } : {})}
                />
              )}
            </Panel>
            <Panel title={`${say('market.sessions')} · ${data.venue}${data.scenario === null ? '' : ` · ${data.scenario}`}`}>
              <Table label={say('market.sessions')} rows={data.markets} columns={sessions} idOf={(row) => row.market} />
            </Panel>
          </>
        )}
      </LoadedBlock>
      <BannerPanel mayRaise={may(powers, 'banners.raise')} />
      {open === null ? null : (
        <Drawer title={say(open === 'stop' ? 'market.stop' : 'market.resume')} onClose={close}>
          {open === 'stop' ? (
            <StopForm markets={overview.data?.markets.map(({ market: each }) => each) ?? []} onDone={close} />
          ) : (
            <ResumeForm stop={open} onDone={close} />
          )}
        </Drawer>
      )}
    </Page>
  )
}
