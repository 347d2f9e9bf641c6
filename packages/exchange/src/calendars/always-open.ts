import type { Instant } from '@rueda/rules/time.ts'
import type { CalendarDay, Session } from '../venue.ts'
import { type DayNumber, dateOfDays, daysOf } from './civil.ts'
import type { MarketCalendar, TradingHours } from './market-calendar.ts'
import type { TimeZone } from './time-zones.ts'

/**
 * The calendar of a market that never closes: one session per calendar day of its time zone, from midnight to midnight,
 * every day of the year; every day trades and settles, so T+1 is tomorrow.
 */
export function createAlwaysOpenCalendar(zone: TimeZone): MarketCalendar {
  let current: Session | null = null
  const hoursOf = (day: DayNumber): TradingHours => allDay(zone, day)
  const calendarDay = (day: DayNumber): CalendarDay => {
    const sessions = [{ type: 'REGULAR' as const, ...hoursOf(day).regular }]
    return { date: dateOfDays(day), trading: true, settlement: true, halfDay: false, sessions, holidayName: null, projected: false }
  }
  return {
    zone,
    timeZone: zone.name,
    session: (now) => {
      if (current === null || now < current.opensAt || now >= current.closesAt) current = sessionAt(zone, now)
      return current
    },
    calendarDay: (date) => calendarDay(daysOf(date)),
    calendarDays: (from, to) => {
      const [first, last] = [daysOf(from), daysOf(to)]
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => calendarDay(first + index))
    },
    settlementDate: (tradeDate, days) => dateOfDays(daysOf(tradeDate) + days),
    previousTradingDate: (date) => dateOfDays(daysOf(date) - 1),
    nextTradingDate: (date) => dateOfDays(daysOf(date) + 1),
    dateOf: zone.dateAt,
    dayAt: zone.dayAt,
    beginOf: zone.midnightOf,
    hoursOf,
    nextTradingDay: (day) => day + 1,
    previousTradingDay: (day) => day - 1,
  }
}

const allDay = (zone: TimeZone, day: DayNumber): TradingHours => ({
  before: null,
  regular: { opensAt: zone.midnightOf(day), closesAt: zone.midnightOf(day + 1) },
  breaks: [],
  after: null,
  closingAuctionFrom: null,
  fixedPrice: null,
  oddLots: null,
  halfDay: false,
})

function sessionAt(zone: TimeZone, now: Instant): Session {
  const day = zone.dayAt(now)
  const { regular } = allDay(zone, day)
  return { phase: 'OPEN', tradeDate: dateOfDays(day), ...regular, changesAt: regular.closesAt, matching: true }
}
