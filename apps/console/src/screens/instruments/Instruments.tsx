import { type ListedInstrument, instruments } from '@rueda/contract/admin/instruments.ts'
import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { phaseName } from '../../app/customer-text.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { figure } from '../../app/figures.ts'
import { language } from '../../app/language.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { InstrumentView } from './InstrumentView.tsx'
import { Pages } from '../../app/Pages.tsx'
import { instrumentText } from '../../app/instrument-text.ts'

const PER_PAGE = 25
const MAX_SHOWN_SECONDS = 120
const MS = 1_000

function StateOf({ row: { stop, delisting, quoteOnly, phase } }: Readonly<{ row: ListedInstrument }>) {
  if (stop !== null) return <Pill tone={stop.kind === 'halt' ? 'danger' : 'warn'}>{say(`market.${stop.kind}`)}</Pill>
  if (delisting !== null) return <Pill tone="warn">{say('instruments.leaves')}</Pill>
  if (quoteOnly === 1) return <Pill tone="flat">{say('instruments.quoteOnly')}</Pill>
  return <Pill tone={phase === 'OPEN' ? 'up' : 'flat'}>{phaseName(phase)}</Pill>
}

const ageOf = (ageMs: number | null): string => {
  if (ageMs === null) return '—'
  const seconds = Math.round(ageMs / MS)
  return seconds > MAX_SHOWN_SECONDS ? `> ${MAX_SHOWN_SECONDS} s` : `${seconds} s`
}

const mostDecimals = (rows: readonly ListedInstrument[]): number => Math.max(0, ...rows.map(({ decimals }) => decimals))

/** Shows the price with the instrument's decimals, the decimal points one under the other. */
function LastPrice({ row: { last, decimals, currency }, most }: Readonly<{ row: ListedInstrument; most: number }>) {
  if (last === null) return '—'
  const shown = formatPrice(language(), last, decimals)
  const longest = formatPrice(language(), last, most)
  return (
    <span className="whitespace-nowrap">
      {shown}
      <span aria-hidden className="invisible">
        {longest.slice(shown.length)}
      </span>
      <span className="inline-block min-w-[4.5ch] pl-1 text-left text-text3">{currency}</span>
    </span>
  )
}

const tickRange = ({ ticks }: ListedInstrument): string =>
  [...new Set([ticks[0], ticks.at(-1)])].map((rule) => figure(rule?.tick ?? '')).join(' – ')

const columnsOf = (rows: readonly ListedInstrument[]): readonly Column<ListedInstrument>[] => [
  { label: say('market.instrument'), show: instrumentText },
  { label: say('staff.name'), show: ({ name }) => name },
  { label: say('instruments.exchange'), show: ({ exchange }) => exchange },
  { label: say('instruments.last'), show: (row) => <LastPrice row={row} most={mostDecimals(rows)} />, numeric: true },
  { label: say('instruments.tick'), show: tickRange, numeric: true },
  { label: say('instruments.step'), show: ({ step }) => figure(step), numeric: true },
  { label: say('instruments.age'), show: ({ ageMs }) => ageOf(ageMs), numeric: true },
  { label: say('instruments.state'), show: (row) => <StateOf row={row} /> },
]

/** Listed instruments, with the numbers that orders have to keep to. Suspending is here; no price can be touched. */
export function Instruments() {
  const [search, setSearch] = useState('')
  const [market, setMarket] = useState<MarketName | 'all'>('all')
  const [pageNum, setPage] = useState(1)
  const [openId, open] = useState<string | null>(null)
  const input = {
    pageNum,
    pageSize: PER_PAGE,
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(market === 'all' ? {} : { market }),
  }
  const list = useQuery({ ...read(instruments.list, input, { live: true }), placeholderData: keepPreviousData })
  const chosen = list.data?.list.find(({ instrumentId }) => instrumentId === openId) ?? null
  return (
    <Page title={say('nav.instruments')}>
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-72">
          <TextField
            label={say('instruments.search')}
            value={search}
            onChange={(value) => {
              setSearch(value)
              setPage(1)
            }}
            most={30}
          />
        </div>
        <Choice
          label={say('market.market')}
          options={['all', ...marketNames] as const}
          value={market}
          onChange={(value) => {
            setMarket(value)
            setPage(1)
          }}
          nameOf={(each) => (each === 'all' ? say('instruments.all') : each)}
        />
      </div>
      <Panel>
        <LoadedBlock query={list} isEmpty={({ total }) => total === 0}>
          {(page) => (
            <>
              <Table
                label={say('nav.instruments')}
                rows={page.list}
                columns={columnsOf(page.list)}
                idOf={({ instrumentId }) => instrumentId}
                chosen={openId}
                onChoose={({ instrumentId }) => open(instrumentId)}
              />
              <Pages pageNum={page.pageNum} pages={page.pages} total={page.total} onPage={setPage} />
            </>
          )}
        </LoadedBlock>
      </Panel>
      {chosen === null ? null : (
        <Drawer title={`${chosen.name} · ${instrumentText(chosen)}`} onClose={() => open(null)}>
          <InstrumentView key={chosen.instrumentId} row={chosen} onDone={() => open(null)} />
        </Drawer>
      )}
    </Page>
  )
}
