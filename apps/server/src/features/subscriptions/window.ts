import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import { dayNumber } from '@rueda/rules/calendar-date.ts'
import { type CalendarDate, HOUR_MS, type Instant, SECOND_MS } from '@rueda/rules/time.ts'

/** The hours of every window in which shares can be applied for: New York's, on the trading days of its market. */
const HOUR_MINUTES = 60
const OPENS_MINUTES = 10 * HOUR_MINUTES
const CLOSES_MINUTES = 17 * HOUR_MINUTES
const DRAWS_MINUTES = 18 * HOUR_MINUTES

/** What is accepted before the close is booked by then. */
export const CLOSING_GRACE_MS = 5 * SECOND_MS
/** A window that a server learns of late is offered while so much of it is left. */
export const MIN_WINDOW_MS = 24 * HOUR_MS

export const dateAt = (now: Instant): CalendarDate => newYork.dateAt(now)

const at = (date: CalendarDate, minutes: number): Instant => newYork.instantOf(dayNumber(date), minutes)
export const openingOn = (date: CalendarDate): Instant => at(date, OPENS_MINUTES)
export const closingOn = (date: CalendarDate): Instant => at(date, CLOSES_MINUTES)
export const drawingOn = (date: CalendarDate): Instant => at(date, DRAWS_MINUTES)
/** The moment before which a close is one of the eve of a day. */
export const eveOf = (date: CalendarDate): Instant => at(date, 0) - 1
