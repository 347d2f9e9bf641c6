import { addDays, daysOf } from '@rueda/exchange/calendars/civil.ts'
import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import { rolloverTime } from '@rueda/rules/margin/settlement-times.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'

/** Returns the date of the next rollover; it changes at the hour of the rollover, also in a market that never closes. */
export function nextRolloverDate(now: Instant): CalendarDate {
  const date = newYork.dateAt(now)
  return newYork.instantOf(daysOf(date), rolloverTime.minute) > now ? date : addDays(date, 1)
}
