import { type CalendarDate, DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { type DayNumber, SUNDAY, civilOf, dateOfDays, nthWeekday, utcMidnight } from './civil.ts'

/**
 * New York's wall clock, by the rule in force since 2007: daylight time from the second Sunday of March
 * 2:00 to the first Sunday of November 2:00. The rule is written out because pure code has no time zone tables.
 */
export const NEW_YORK = 'America/New_York'

const STANDARD_OFFSET = 5 * HOUR_MS
const DAYLIGHT_OFFSET = 4 * HOUR_MS
const CHANGE_HOUR = 2 * HOUR_MS

type DaylightTime = Readonly<{ begins: Instant; ends: Instant }>
const byYear = new Map<number, DaylightTime>()

function daylightTime(year: number): DaylightTime {
  const known = byYear.get(year)
  if (known !== undefined) return known
  const begins = utcMidnight(nthWeekday(year, 3, SUNDAY, 2)) + CHANGE_HOUR + STANDARD_OFFSET
  const ends = utcMidnight(nthWeekday(year, 11, SUNDAY, 1)) + CHANGE_HOUR + DAYLIGHT_OFFSET
  const times = { begins, ends }
  byYear.set(year, times)
  return times
}

/** Milliseconds that New York is behind UTC. */
export function offsetAt(now: Instant): number {
  const { year } = civilOf(Math.floor((now - STANDARD_OFFSET) / DAY_MS))
  const { begins, ends } = daylightTime(year)
  return now >= begins && now < ends ? DAYLIGHT_OFFSET : STANDARD_OFFSET
}

export const dayAt = (now: Instant): DayNumber => Math.floor((now - offsetAt(now)) / DAY_MS)
export const dateAt = (now: Instant): CalendarDate => dateOfDays(dayAt(now))

/** The moment at which the wall clock shows that many minutes past midnight; an hour that comes twice means its first. */
export function instantOf(day: DayNumber, minutes: number): Instant {
  const wall = utcMidnight(day) + minutes * MINUTE_MS
  const asDaylight = wall + DAYLIGHT_OFFSET
  return offsetAt(asDaylight) === DAYLIGHT_OFFSET ? asDaylight : wall + STANDARD_OFFSET
}

export const midnightOf = (day: DayNumber): Instant => instantOf(day, 0)
