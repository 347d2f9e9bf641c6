import { approvals } from '@rueda/contract/admin/approvals.ts'
import { type KeptFeeVersion, feeDesk } from '@rueda/contract/admin/fees.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { money } from '../../app/figures.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { rateText, scopeText, volumeText } from '../../shared/fees/commission-words.ts'
import { ProposeForm } from './ProposeForm.tsx'

const tones = { past: 'flat', inForce: 'up', coming: 'info' } as const

const columns: readonly Column<KeptFeeVersion>[] = [
  { label: say('fees.version'), show: ({ version }) => version, numeric: true },
  { label: say('fees.firstDay'), show: ({ firstDay }) => (firstDay === null ? '—' : formatDate(firstDay)) },
  { label: say('switches.state'), show: ({ state }) => <Pill tone={tones[state]}>{say(`fees.state.${state}`)}</Pill> },
  {
    label: say('switches.reason'),
    show: ({ made }) =>
      made === null ? say('fees.first') : [say(`reason.${made.reason}`), made.note].filter((part) => part !== null).join(' · '),
  },
  { label: say('switches.by'), show: ({ made }) => (made === null ? '—' : `${made.askedBy} + ${made.by}`) },
]

type Row = Readonly<{ id: string; market: string; about: string; from: string; rate: string; minimum: string; maximum: string }>

const rowColumns: readonly Column<Row>[] = [
  { label: say('fees.market'), show: ({ market }) => market },
  { label: say('fees.about'), show: ({ about }) => about },
  { label: say('fees.from'), show: ({ from }) => from },
  { label: say('fees.rate'), show: ({ rate }) => rate, numeric: true },
  { label: say('fees.minimum'), show: ({ minimum }) => minimum, numeric: true },
  { label: say('fees.maximum'), show: ({ maximum }) => maximum, numeric: true },
]

const rowsOf = ({ markets }: KeptFeeVersion): readonly Row[] =>
  markets.flatMap((each) =>
    each.steps.flatMap(({ from, commissions }) =>
      commissions.map(({ scope, base, rate, minimum, maximum }) => ({
        ...{ id: `${each.market} ${scope} ${from}`, market: each.market, about: scopeText(scope), from: volumeText(each, from) },
        rate: rateText(base, each.currency, rate),
        minimum: minimum === null ? '—' : money(minimum, each.currency),
        maximum: maximum === null ? '—' : money(maximum, each.currency),
      })),
    ),
  )

/** The house's commissions, version by version; the next one is announced by two persons. */
export function Commissions() {
  const powers = usePowers()
  const list = useQuery(read(feeDesk.list, {}, { live: true }))
  const asked = useQuery(read(approvals.list, {}, { live: true }))
  const waiting = (asked.data ?? []).filter(({ path }) => path === feeDesk.propose.path)
  const [chosen, setChosen] = useState<number | null>(null)
  const [proposing, setProposing] = useState(false)
  const mayChange = may(powers, 'fees.change')
  return (
    <Page
      title={say('nav.fees')}
      action={mayChange && list.data !== undefined ? <Button onPress={() => setProposing(true)}>{say('fees.propose')}</Button> : null}
    >
      <p className="text-label text-text2">{say('fees.how')}</p>
      {waiting.map(({ id, makerName, payload }) => (
        <InlineMessage key={id} tone="warn" action={<TextLink href="#/approvals">{say('fees.toApprovals')}</TextLink>}>
          {say('fees.waiting', { name: makerName, day: formatDate(feeDesk.propose.input.parse(payload).firstDay) })}
        </InlineMessage>
      ))}
      <LoadedBlock query={list}>
        {({ versions }) => {
          const shown = versions.find(({ version, state }) => (chosen === null ? state === 'inForce' : version === chosen))
          return (
            <>
              <Panel title={say('fees.versions')}>
                <Table
                  label={say('fees.versions')}
                  rows={versions}
                  columns={columns}
                  idOf={({ version }) => String(version)}
                  chosen={shown === undefined ? null : String(shown.version)}
                  onChoose={({ version }) => setChosen(version)}
                />
              </Panel>
              {shown === undefined ? null : (
                <Panel title={say('fees.commissions', { version: shown.version })}>
                  <Table
                    label={say('fees.commissions', { version: shown.version })}
                    rows={rowsOf(shown)}
                    columns={rowColumns}
                    idOf={({ id }) => id}
                  />
                </Panel>
              )}
            </>
          )
        }}
      </LoadedBlock>
      {proposing && list.data !== undefined ? (
        <Drawer title={say('fees.propose')} onClose={() => setProposing(false)}>
          <ProposeForm desk={list.data} onDone={() => setProposing(false)} />
        </Drawer>
      ) : null}
    </Page>
  )
}
