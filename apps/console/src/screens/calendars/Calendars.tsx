import { type WireMarketDay, calendars } from '@rueda/contract/admin/calendars.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { Pill } from '@rueda/ui/Pill.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'

type Month = StaffDataOf<typeof calendars.month>
type Shown = Readonly<{ year: number; month: number }>
const MONTHS = 12

const columns: readonly Column<WireMarketDay>[] = [
  { label: say('calendars.day'), show: ({ date }) => <span className="num">{date}</span> },
  { label: say('calendars.trades'), show: (day) => <DayPill day={day} /> },
  { label: say('calendars.settles'), show: ({ settlement }) => (settlement === 1 ? '✓' : say('calendars.noSettlement')) },
  {
    label: say('staff.name'),
    show: ({ holiday, projected }) => [holiday, projected === 1 ? say('calendars.projected') : null].filter(Boolean).join(' · '),
  },
  {
    label: say('calendars.hours'),
    show: ({ sessions }) => (
      <span className="num">
        {sessions
          .map(({ type, openTimestamp, closeTimestamp }) => `${type} ${moment(openTimestamp)} – ${moment(closeTimestamp)}`)
          .join(' · ')}
      </span>
    ),
  },
]

function DayPill({ day: { trading, halfDay, holiday } }: Readonly<{ day: WireMarketDay }>) {
  if (trading === 0)
    return <Pill tone={holiday === null ? 'flat' : 'warn'}>{say(holiday === null ? 'calendars.weekend' : 'calendars.closed')}</Pill>
  return <Pill tone={halfDay === 1 ? 'info' : 'up'}>{say(halfDay === 1 ? 'calendars.half' : 'calendars.trades')}</Pill>
}

/** Trading and settlement days of each market, as the market itself keeps them. */
export function Calendars() {
  const [market, setMarket] = useState<MarketName>('US')
  const [shown, show] = useState<Shown | null>(null)
  const month = useQuery({ ...read(calendars.month, { market, ...shown }), placeholderData: keepPreviousData })
  return (
    <Page title={say('nav.calendars')}>
      <LoadedBlock query={month}>
        {(data) => (
          <>
            <div className="flex flex-wrap items-end justify-between gap-4">
              <Choice label={say('market.market')} options={data.markets} value={market} onChange={setMarket} nameOf={(each) => each} />
              <MonthSwitch data={data} onShow={show} />
            </div>
            {data.alwaysOpen === 1 ? <InlineMessage tone="info">{say('calendars.never')}</InlineMessage> : null}
            <Panel title={`${data.market} · ${say('calendars.zone', { zone: data.timeZone })}`}>
              <Table label={say('nav.calendars')} rows={data.days} columns={columns} idOf={({ date }) => date} chosen={data.today} />
            </Panel>
          </>
        )}
      </LoadedBlock>
    </Page>
  )
}

function MonthSwitch({ data: { year, month }, onShow }: Readonly<{ data: Month; onShow: (shown: Shown) => void }>) {
  const by = (step: number): Shown => {
    const count = year * MONTHS + month - 1 + step
    return { year: Math.floor(count / MONTHS), month: (count % MONTHS) + 1 }
  }
  return (
    <div className="flex items-center gap-2">
      <Button tone="secondary" onPress={() => onShow(by(-1))}>
        {say('calendars.before')}
      </Button>
      <span className="num text-nav">
        {year}-{String(month).padStart(2, '0')}
      </span>
      <Button tone="secondary" onPress={() => onShow(by(1))}>
        {say('calendars.next')}
      </Button>
    </div>
  )
}
