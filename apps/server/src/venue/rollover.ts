import { addDays, daysOf } from '@rueda/exchange/calendars/civil.ts'
import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import { rolloverTime } from '@rueda/rules/margin/settlement-times.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'

/** The date whose rollover comes next: a market that never closes goes on with its date after the hour at which pairs are rolled over. */
export function nextRolloverDate(now: Instant): CalendarDate {
  const date = newYork.dateAt(now)
  return newYork.instantOf(daysOf(date), rolloverTime.minute) > now ? date : addDays(date, 1)
}
