import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { reference } from '@rueda/contract/reference.ts'
import { addDays, civilOf, dateOfDays, dayNumber, daysOf } from '@rueda/exchange/calendars/civil.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'
import { type Page, pageIn } from '../../http/page.ts'

/** The calendar of a market: a year, a month of it, or from the running trade date on for a year. */
type Asked = Readonly<{ market: MarketName; year?: number | undefined; month?: number | undefined; pageNum: number; pageSize: number }>
type TradingDay = DataOf<typeof reference.tradingDays>['list'][number]

const DAYS_AHEAD = 365

export async function readTradingDays(venue: VenueClient, asked: Asked): Promise<Page<TradingDay>> {
  const { from, to } = rangeOf(asked, venue.session(asked.market).tradeDate)
  const days = await venue.calendar(asked.market, from, to)
  return pageIn(
    days.map((day) => presentDay(asked.market, day)),
    asked,
  )
}

function rangeOf({ year, month }: Asked, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  if (year === undefined && month === undefined) return { from: today, to: addDays(today, DAYS_AHEAD) }
  const inYear = year ?? civilOf(daysOf(today)).year
  if (month === undefined) return { from: `${inYear}-01-01`, to: `${inYear}-12-31` }
  const after = month === 12 ? dayNumber(inYear + 1, 1, 1) : dayNumber(inYear, month + 1, 1)
  return { from: dateOfDays(dayNumber(inYear, month, 1)), to: dateOfDays(after - 1) }
}

export const presentDay = (market: MarketName, day: CalendarDay): TradingDay => ({
  date: day.date,
  market,
  tradingDay: day.trading ? 1 : 0,
  settlementDay: day.settlement ? 1 : 0,
  halfDay: day.halfDay ? 1 : 0,
  sessions: day.sessions.map(({ type, opensAt, closesAt }) => ({ type, openTimestamp: opensAt, closeTimestamp: closesAt })),
  ...(day.holidayName === null ? {} : { holidayName: day.holidayName }),
  ...(day.closure === undefined ? {} : { closure: day.closure }),
  projected: day.projected ? 1 : 0,
})
