import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import { type PlacingPlan, placingNumberAt, placingPlan } from '@rueda/exchange/catalogue/placings.ts'
import { dayNumber } from '@rueda/rules/calendar-date.ts'
import { windowOf } from '@rueda/rules/placing/placing.ts'
import { type CalendarDate, HOUR_MS, type Instant, SECOND_MS } from '@rueda/rules/time.ts'

/** Windows by New York's clock, on the trading days of its market (`docs/rules/placing.md` E.3). */
const HOUR_MINUTES = 60
const OPENS_MINUTES = 10 * HOUR_MINUTES
const CLOSES_MINUTES = 17 * HOUR_MINUTES
/** A window, and a lock, lie within so many days, a week without trading in them. */
export const MAX_WINDOW_DAYS = 14
export const DAYS_OF_A_PLACING = 35

/** What is accepted before the close is booked by then. */
export const CLOSING_GRACE_MS = 5 * SECOND_MS
/** A window that a server learns of late is offered while so much of it is left. */
export const MIN_WINDOW_MS = 24 * HOUR_MS

export const dateAt = (now: Instant): CalendarDate => newYork.dateAt(now)

/** The placings of this month, of the one before, whose window may still be open, and of the next. */
export const plansAround = (date: CalendarDate): readonly PlacingPlan[] =>
  [-1, 0, 1]
    .map((offset) => placingNumberAt(date) + offset)
    .filter((number) => number >= 0)
    .map(placingPlan)

export type PlacingTimes = Readonly<{ opensOn: CalendarDate; closesOn: CalendarDate; opensAt: Instant; closesAt: Instant }>

/** Null where the market knows too few of its days. */
export function timesOf(tradingDays: readonly CalendarDate[]): PlacingTimes | null {
  const days = windowOf(tradingDays)
  if (days === null) return null
  const at = (date: CalendarDate, minutes: number): Instant => newYork.instantOf(dayNumber(date), minutes)
  return { opensOn: days.opens, closesOn: days.closes, opensAt: at(days.opens, OPENS_MINUTES), closesAt: at(days.closes, CLOSES_MINUTES) }
}

/** The moment before which a close is one of the eve of a day. */
export const eveOf = (date: CalendarDate): Instant => newYork.instantOf(dayNumber(date), 0) - 1
