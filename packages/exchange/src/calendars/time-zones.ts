import { type CalendarDate, DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { type DayNumber, dateOfDays, utcMidnight } from './civil.ts'
import { NEW_YORK, dateAt, dayAt, instantOf, midnightOf } from './new-york.ts'

/** The clock on the wall where a market is. The rules are written out because pure code has no time zone tables. */
export type TimeZone = Readonly<{
  /** Its name in the IANA database, for those who have the tables. */
  name: string
  dayAt(now: Instant): DayNumber
  dateAt(now: Instant): CalendarDate
  /** The moment at which the wall clock of that day shows that many minutes past midnight. */
  instantOf(day: DayNumber, minutes: number): Instant
  midnightOf(day: DayNumber): Instant
}>

export const newYork: TimeZone = { name: NEW_YORK, dayAt, dateAt, instantOf, midnightOf }
/** Argentina has not moved its clocks since 2009. */
export const buenosAires: TimeZone = fixedZone('America/Argentina/Buenos_Aires', -3)
export const taipei: TimeZone = fixedZone('Asia/Taipei', 8)

function fixedZone(name: string, hoursAheadOfUtc: number): TimeZone {
  const ahead = hoursAheadOfUtc * HOUR_MS
  const zoneDayAt = (now: Instant): DayNumber => Math.floor((now + ahead) / DAY_MS)
  const zoneInstantOf = (day: DayNumber, minutes: number): Instant => utcMidnight(day) + minutes * MINUTE_MS - ahead
  return {
    name,
    dayAt: zoneDayAt,
    dateAt: (now) => dateOfDays(zoneDayAt(now)),
    instantOf: zoneInstantOf,
    midnightOf: (day) => zoneInstantOf(day, 0),
  }
}
