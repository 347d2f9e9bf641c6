import type { DataOf } from '@rueda/contract/endpoint.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../app/api.ts'
import { useServerNow } from '../../app/live-clock.ts'

/** Whether a market is open, and when that changes, from its trading calendar. */
type TradingDay = DataOf<typeof quotes.tradingDays>['list'][number]
type Session = TradingDay['sessions'][number]

export type MarketClock =
  /** `null`: the next session begins when this one ends, so it never closes. */
  | Readonly<{ state: 'open'; closesInMs: number | null }>
  | Readonly<{ state: 'before' | 'after'; opensInMs: number | null }>
  | Readonly<{ state: 'closed'; opensInMs: number | null; holiday: string | null }>

export function marketClockOf(days: readonly TradingDay[], now: number): MarketClock {
  const sessions = days.flatMap((day) => day.sessions).sort((a, b) => a.openTimestamp - b.openTimestamp)
  const running = sessions.filter(({ openTimestamp, closeTimestamp }) => openTimestamp <= now && now < closeTimestamp)
  const regular = running.find(({ type }) => type === 'REGULAR')
  if (regular !== undefined) return { state: 'open', closesInMs: endOf(regular, sessions) === null ? null : regular.closeTimestamp - now }
  const next = sessions.find(({ type, openTimestamp }) => type === 'REGULAR' && openTimestamp > now)
  const opensInMs = next === undefined ? null : next.openTimestamp - now
  if (running.some(({ type }) => type === 'PRE')) return { state: 'before', opensInMs }
  if (running.some(({ type }) => type === 'POST')) return { state: 'after', opensInMs }
  return { state: 'closed', opensInMs, holiday: holidayAt(days, now) }
}

/** Null where another regular session begins the moment this one ends. */
const endOf = (session: Session, sessions: readonly Session[]): number | null =>
  sessions.some(({ type, openTimestamp }) => type === 'REGULAR' && openTimestamp === session.closeTimestamp) ? null : session.closeTimestamp

const holidayAt = (days: readonly TradingDay[], now: number): string | null =>
  days.find(({ date }) => date === new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length))?.holidayName ?? null

const MONTHS = 12
const MOST_DAYS_OF_MONTH = 31
const CALENDAR_FRESH_MS = 60 * MINUTE_MS
/** From this day of the month on, the next session may lie in the next month. */
const LATE_IN_MONTH = 24

/** The clock of the market for stocks, turning once a minute; null while the calendar is not there. */
export function useMarketClock(): MarketClock | null {
  const now = useServerNow(MINUTE_MS)
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  const current = useQuery({ ...calendarOf(year, month), staleTime: CALENDAR_FRESH_MS })
  const next = useQuery({
    ...calendarOf(month === MONTHS ? year + 1 : year, month === MONTHS ? 1 : month + 1),
    staleTime: CALENDAR_FRESH_MS,
    enabled: date.getUTCDate() >= LATE_IN_MONTH,
  })
  if (current.data === undefined) return null
  return marketClockOf([...current.data.list, ...(next.data?.list ?? [])], now)
}

const calendarOf = (year: number, month: number) => query(quotes.tradingDays, { market: 'US', year, month, pageSize: MOST_DAYS_OF_MONTH })
