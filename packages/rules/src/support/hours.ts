import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../time.ts'

/** When people answer: days of the week with Monday as 1, and minutes of the day at a fixed offset from UTC. */
export type OpeningHours = Readonly<{ days: readonly number[]; opens: number; closes: number; offset: number }>

/** Minutes of the day. */
const NINE = 540
const SIX = 1_080
/** Buenos Aires, which has no summer time. */
const THREE_HOURS_WEST = -180
export const supportHours: OpeningHours = { days: [1, 2, 3, 4, 5], opens: NINE, closes: SIX, offset: THREE_HOURS_WEST }

/** An answer is due after so much time in which people are there. */
export const ANSWER_WITHIN_MS = 4 * HOUR_MS

// The first day of 1970 was a Thursday.
const FIRST_WEEKDAY = 4
const DAYS_OF_WEEK = 7

/** The opening that a moment is in, or else the next one. */
function openingFrom(now: Instant, { days, opens, closes, offset }: OpeningHours): Readonly<{ from: Instant; until: Instant }> {
  const first = Math.floor((now + offset * MINUTE_MS) / DAY_MS)
  for (let day = first; ; day += 1) {
    const weekday = ((day + FIRST_WEEKDAY - 1) % DAYS_OF_WEEK) + 1
    const midnight = day * DAY_MS - offset * MINUTE_MS
    const until = midnight + closes * MINUTE_MS
    if (days.includes(weekday) && until > now) return { from: midnight + opens * MINUTE_MS, until }
  }
}

export const isOpenAt = (now: Instant, hours: OpeningHours): boolean => openingFrom(now, hours).from <= now

/** From when on somebody is there: this moment while it is open. */
export const nextOpening = (now: Instant, hours: OpeningHours): Instant => Math.max(openingFrom(now, hours).from, now)

/** The moment after so much time in which it is open. */
export function afterOpenTime(now: Instant, ms: number, hours: OpeningHours): Instant {
  const { from, until } = openingFrom(now, hours)
  const begins = Math.max(from, now)
  return begins + ms <= until ? begins + ms : afterOpenTime(until, ms - (until - begins), hours)
}
