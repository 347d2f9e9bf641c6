import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import { createCalendar } from '../calendars/calendars.ts'
import { daysOf } from '../calendars/civil.ts'

/**
 * A moment before which no market asks for the key of a day. A market's night leads to its next open, so that whoever trades at night reads the
 * next day's key from the close on; and markets that follow another's day of the same date begin some hours sooner than it does.
 */
export function firstReadingOf(market: MarketName, date: CalendarDate, alwaysOpen: boolean): Instant {
  const calendar = createCalendar(market, alwaysOpen)
  const day = daysOf(date)
  const before = calendar.hoursOf(calendar.previousTradingDay(day))
  const closed = alwaysOpen || before === null ? calendar.beginOf(day) : before.regular.closesAt
  return Math.min(closed, calendar.beginOf(day)) - SOONER_MS
}

/** More than any follower's day begins before the one it follows. */
const SOONER_MS = 3 * HOUR_MS
