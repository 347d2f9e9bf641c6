import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../time.ts'

/** Opening hours of the support: days of the week with Monday as 1, and minutes of the day at a fixed offset from UTC. */
export type OpeningHours = Readonly<{ days: readonly number[]; opens: number; closes: number; offset: number }>

const DAYS_OF_WEEK = 7
/** Minutes of the day. */
const NINE = 540
const SIX = 1_080
/** Buenos Aires, which has no summer time. */
const THREE_HOURS_WEST = -180
export const supportHours: OpeningHours = { days: [1, 2, 3, 4, 5], opens: NINE, closes: SIX, offset: THREE_HOURS_WEST }

const DAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const HOURS = /^([a-z]{3})(?:-([a-z]{3}))? (\d{2}):(\d{2})-(\d{2}):(\d{2}) ([+-])(\d{2}):(\d{2})$/u
const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 1_440
/** No place on earth is further from UTC. */
const FARTHEST_OFFSET = 14 * MINUTES_OF_HOUR

/** Parses "mon-fri 09:00-18:00 -03:00": from one weekday to another, or one alone; null for any other text. */
export function readHours(text: string): OpeningHours | null {
  const [, from = '', to = from, ...parts] = HOURS.exec(text) ?? []
  const [first, last] = [from, to].map((name) => DAY_NAMES.findIndex((known) => known === name))
  if (first === undefined || last === undefined || first < 0 || last < 0) return null
  const [opens, closes] = [minutesOf(parts[0], parts[1]), minutesOf(parts[2], parts[3])]
  const offset = (parts[4] === '-' ? -1 : 1) * minutesOf(parts[5], parts[6])
  if (opens >= closes || closes > MINUTES_OF_DAY || Math.abs(offset) > FARTHEST_OFFSET) return null
  const many = ((last - first + DAYS_OF_WEEK) % DAYS_OF_WEEK) + 1
  return { days: Array.from({ length: many }, (_, at) => ((first + at) % DAYS_OF_WEEK) + 1), opens, closes, offset }
}

/** More than a day where there are no such minutes. */
function minutesOf(hours = '', minutes = ''): number {
  return Number(minutes) < MINUTES_OF_HOUR ? Number(hours) * MINUTES_OF_HOUR + Number(minutes) : Number.POSITIVE_INFINITY
}

/** Minutes of a day, or an offset, as a clock shows them: "09:00". */
export const clockText = (minutes: number): string =>
  [Math.floor(Math.abs(minutes) / MINUTES_OF_HOUR), Math.abs(minutes) % MINUTES_OF_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** An answer is due after so much time within opening hours. */
export const ANSWER_WITHIN_MS = 4 * HOUR_MS

// The first day of 1970 was a Thursday.
const FIRST_WEEKDAY = 4
const weekdayOf = (day: number): number => ((day + FIRST_WEEKDAY - 1) % DAYS_OF_WEEK) + 1

/** The opening that a moment is in, or else the next one. */
function openingFrom(now: Instant, { days, opens, closes, offset }: OpeningHours): Readonly<{ from: Instant; until: Instant }> {
  const first = Math.floor((now + offset * MINUTE_MS) / DAY_MS)
  for (let day = first; ; day += 1) {
    const midnight = day * DAY_MS - offset * MINUTE_MS
    const until = midnight + closes * MINUTE_MS
    if (days.includes(weekdayOf(day)) && until > now) return { from: midnight + opens * MINUTE_MS, until }
  }
}

export const isOpenAt = (now: Instant, hours: OpeningHours): boolean => openingFrom(now, hours).from <= now

/** The next moment of an opening; this moment while it is open. */
export const nextOpening = (now: Instant, hours: OpeningHours): Instant => Math.max(openingFrom(now, hours).from, now)

/** The moment after so much time in which it is open. */
export function afterOpenTime(now: Instant, ms: number, hours: OpeningHours): Instant {
  const { from, until } = openingFrom(now, hours)
  const begins = Math.max(from, now)
  return begins + ms <= until ? begins + ms : afterOpenTime(until, ms - (until - begins), hours)
}

/** The closing time of the business day that is so many after the day of a moment; a day on which it never opens is none. */
export function endOfBusinessDay(now: Instant, count: number, { days, closes, offset }: OpeningHours): Instant {
  let day = Math.floor((now + offset * MINUTE_MS) / DAY_MS)
  for (let left = count; left > 0;) {
    day += 1
    if (days.includes(weekdayOf(day))) left -= 1
  }
  return day * DAY_MS + (closes - offset) * MINUTE_MS
}
