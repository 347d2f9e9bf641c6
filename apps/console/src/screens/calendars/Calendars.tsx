import { type WireMarketDay, calendars } from '@rueda/contract/admin/calendars.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { closableMarkets } from '@rueda/rules/markets/markets.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { Drawer } from '../../app/Drawer.tsx'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { DayView } from './DayView.tsx'
import { DayPill, hoursOf, reasonOf } from './Sessions.tsx'

type Month = StaffDataOf<typeof calendars.month>
type Shown = Readonly<{ year: number; month: number }>
const MONTHS = 12

const columnsIn = (zone: string): readonly Column<WireMarketDay>[] => [
  { label: say('calendars.day'), show: ({ date }) => <span className="num whitespace-nowrap">{date}</span> },
  {
    label: say('calendars.trades'),
    show: (day) => (
      <span className="whitespace-nowrap">
        <DayPill day={day} />
      </span>
    ),
  },
  {
    label: say('calendars.settles'),
    show: ({ settlement }) => <span className="whitespace-nowrap">{settlement === 1 ? '✓' : say('calendars.noSettlement')}</span>,
  },
  {
    label: say('staff.name'),
    show: reasonOf,
  },
  {
    label: say('calendars.hours'),
    show: (day) => (
      <span className="num flex flex-wrap gap-x-4">
        {hoursOf(day, zone).map(({ type, hours }) => (
          <span key={hours} className={`whitespace-nowrap ${type === 'REGULAR' ? '' : 'extra'}`}>
            <span className="extra text-text3">{type}</span> {hours}
          </span>
        ))}
      </span>
    ),
  },
]

/** Trading and settlement days of each market, as the market itself keeps them; a day that has not begun can be closed by two. */
export function Calendars() {
  const [market, setMarket] = useState<MarketName>('US')
  const [shown, show] = useState<Shown | null>(null)
  const [openDate, open] = useState<string | null>(null)
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
              {data.days.some(({ changeable }) => changeable === 1) ? (
                <p className="px-4 pb-2 text-meta text-text3">{say('calendars.howToClose')}</p>
              ) : null}
              <Table
                label={say('nav.calendars')}
                rows={data.days}
                columns={columnsIn(data.timeZone)}
                idOf={({ date }) => date}
                chosen={openDate ?? data.today}
                canChoose={({ changeable }) => changeable === 1}
                onChoose={({ date }) => open(date)}
              />
            </Panel>
            <OpenDay data={data} date={openDate} onClose={() => open(null)} />
          </>
        )}
      </LoadedBlock>
    </Page>
  )
}

function OpenDay({ data, date, onClose }: Readonly<{ data: Month; date: string | null; onClose: () => void }>) {
  const day = data.days.find((each) => each.date === date && each.changeable === 1)
  const market = closableMarkets.find((name) => name === data.market)
  if (day === undefined || market === undefined) return null
  return (
    <Drawer title={`${market} · ${day.date}`} onClose={onClose}>
      <DayView
        key={`${market} ${day.date}`}
        market={market}
        day={day}
        zone={data.timeZone}
        noticeHours={data.noticeHours}
        onDone={onClose}
      />
    </Drawer>
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
