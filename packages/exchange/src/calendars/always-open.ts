import type { Instant } from '@rueda/rules/time.ts'
import type { CalendarDay, Session } from '../venue.ts'
import { type DayNumber, dateOfDays, daysOf } from './civil.ts'
import type { MarketCalendar, TradingHours } from './market-calendar.ts'
import { NEW_YORK, dateAt, dayAt, midnightOf } from './new-york.ts'

/**
 * The calendar of a market that never closes: one session per calendar day of New York, from midnight to midnight,
 * every day of the year; every day trades and settles, so T+1 is tomorrow.
 */
export function createAlwaysOpenCalendar(): MarketCalendar {
  let current: Session | null = null
  const calendarDay = (day: DayNumber): CalendarDay => {
    const { regular } = hoursOf(day)
    const sessions = [{ type: 'REGULAR' as const, ...regular }]
    return { date: dateOfDays(day), trading: true, settlement: true, halfDay: false, sessions, holidayName: null, projected: false }
  }
  return {
    timeZone: NEW_YORK,
    session: (now) => {
      if (current === null || now < current.opensAt || now >= current.closesAt) current = sessionAt(now)
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
    dateOf: dateAt,
    midnightOf: (date) => midnightOf(daysOf(date)),
    hoursOf,
    nextTradingDay: (day) => day + 1,
    previousTradingDay: (day) => day - 1,
  }
}

function hoursOf(day: DayNumber): TradingHours {
  return { before: null, regular: { opensAt: midnightOf(day), closesAt: midnightOf(day + 1) }, after: null, halfDay: false }
}

function sessionAt(now: Instant): Session {
  const day = dayAt(now)
  const { regular } = hoursOf(day)
  return { phase: 'OPEN', tradeDate: dateOfDays(day), ...regular, changesAt: regular.closesAt, matching: true }
}
