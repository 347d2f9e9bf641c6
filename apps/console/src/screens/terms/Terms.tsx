import { type WireChannelTerms, type WireLimit, type WireRailTerms, terms } from '@rueda/contract/admin/terms.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { figure } from '../../app/figures.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { AccountForm } from './AccountForm.tsx'
import { FeeForm } from './FeeForm.tsx'
import { LimitForm } from './LimitForm.tsx'
import { MinimumForm } from './MinimumForm.tsx'
import { TermsHistory } from './TermsHistory.tsx'

const State = ({ isOff }: Readonly<{ isOff: 0 | 1 }>) => (
  <Pill tone={isOff === 1 ? 'danger' : 'up'}>{say(isOff === 1 ? 'switches.off' : 'switches.on')}</Pill>
)

const railColumns: readonly Column<WireRailTerms>[] = [
  { label: say('terms.rail'), show: ({ rail }) => rail },
  { label: say('terms.from'), show: ({ walletType }) => walletType },
  { label: say('terms.pays'), show: ({ pays }) => pays },
  { label: say('terms.share'), show: ({ sharePercent }) => `${figure(sharePercent)} %`, numeric: true },
  { label: say('terms.least'), show: ({ least, pays }) => `${figure(least)} ${pays}`, numeric: true },
  { label: say('terms.spread'), show: ({ spreadPercent }) => (spreadPercent === null ? '—' : `${figure(spreadPercent)} %`), numeric: true },
  { label: say('switches.state'), show: State },
]

const channelColumns: readonly Column<WireChannelTerms>[] = [
  { label: say('terms.channel'), show: ({ channelId }) => channelId },
  { label: say('terms.network'), show: ({ network, account }) => network ?? account?.bankName ?? '—' },
  { label: say('terms.minimum'), show: ({ minimum, creditCurrency }) => `${figure(minimum)} ${creditCurrency}`, numeric: true },
  { label: say('terms.largest'), show: ({ largest, currency }) => `${figure(largest)} ${currency}`, numeric: true },
  { label: say('terms.spread'), show: ({ spreadPercent }) => `${figure(spreadPercent)} %`, numeric: true },
  { label: say('terms.confirmations'), show: ({ confirmations }) => confirmations ?? '—', numeric: true },
  { label: say('terms.account'), show: ({ account }) => account?.accountNo ?? '—' },
  { label: say('switches.state'), show: State },
]

const limitColumns: readonly Column<WireLimit>[] = [
  { label: say('terms.limit'), show: ({ limit }) => say(`limit.${limit}`) },
  { label: say('terms.means'), show: ({ limit }) => <span className="text-text2">{say(`limit.${limit}.how`)}</span> },
  { label: say('terms.amount'), show: ({ amount }) => `${figure(amount)} USD`, numeric: true },
]

/** The opened row, by its name: it is read again while a form is open, and with it the clock. */
type Open = Readonly<{ of: 'rail' | 'channel' | 'limit'; id: string }>

/** Terms of currencies and networks for money in and out. Changes are announced, and never apply to the past. */
export function Terms() {
  const powers = usePowers()
  const list = useQuery(read(terms.list, {}, { live: true }))
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const openRail = list.data?.rails.find(({ rail }) => open?.of === 'rail' && rail === open.id)
  const openChannel = list.data?.channels.find(({ channelId }) => open?.of === 'channel' && channelId === open.id)
  const openLimit = list.data?.limits.find(({ limit }) => open?.of === 'limit' && limit === open.id)
  const mayLimit = may(powers, 'terms.changeLimit')
  const mayChange = may(powers, 'terms.change')
  const mayMove = may(powers, 'terms.changeAccount')
  return (
    <Page title={say('nav.terms')}>
      <p className="text-label text-text2">{say('terms.how')}</p>
      <LoadedBlock query={list}>
        {(data) => (
          <>
            <Panel title={say('terms.rails')}>
              <Table
                label={say('terms.rails')}
                rows={data.rails}
                columns={railColumns}
                idOf={({ rail }) => rail}
                {...(mayChange ? { onChoose: (row: WireRailTerms) => setOpen({ of: 'rail', id: row.rail }) } : {})}
              />
            </Panel>
            <Panel title={say('terms.channels')}>
              <Table
                label={say('terms.channels')}
                rows={data.channels}
                columns={channelColumns}
                idOf={({ channelId }) => channelId}
                {...(mayChange || mayMove ? { onChoose: (row: WireChannelTerms) => setOpen({ of: 'channel', id: row.channelId }) } : {})}
              />
            </Panel>
            <Panel title={say('terms.limits')}>
              <Table
                label={say('terms.limits')}
                rows={data.limits}
                columns={limitColumns}
                idOf={({ limit }) => limit}
                {...(mayLimit ? { onChoose: ({ limit }: WireLimit) => setOpen({ of: 'limit', id: limit }) } : {})}
              />
            </Panel>
            <TermsHistory changes={data.changes} />
          </>
        )}
      </LoadedBlock>
      {openRail === undefined ? null : (
        <Drawer title={openRail.rail} onClose={close}>
          <FeeForm key={openRail.rail} rail={openRail} onDone={close} />
        </Drawer>
      )}
      {openChannel === undefined ? null : (
        <Drawer title={openChannel.channelId} onClose={close}>
          {mayChange ? <MinimumForm key={openChannel.channelId} channel={openChannel} onDone={close} /> : null}
          {mayMove && openChannel.account !== null ? (
            <AccountForm key={`${openChannel.channelId} account`} channel={openChannel} onDone={close} />
          ) : null}
        </Drawer>
      )}
      {openLimit === undefined ? null : (
        <Drawer title={say(`limit.${openLimit.limit}`)} onClose={close}>
          <LimitForm key={openLimit.limit} standing={openLimit} onDone={close} />
        </Drawer>
      )}
    </Page>
  )
}
