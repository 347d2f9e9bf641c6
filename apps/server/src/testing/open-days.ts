import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import { dayNumber } from '@rueda/rules/calendar-date.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'

/** The moment from which on what is traded counts for a day: midnight in New York. */
export const midnightOf = (date: CalendarDate): Instant => newYork.instantOf(dayNumber(date), 0)

/** A session of the market that stands still, which trades for a day or for as long as a test takes. */
export const openDay = (tradeDate: CalendarDate, from: Instant = midnightOf(tradeDate), forMs = DAY_MS) =>
  ({ from, phase: 'OPEN', tradeDate, matching: true, opensAt: from, closesAt: from + forMs }) as const
