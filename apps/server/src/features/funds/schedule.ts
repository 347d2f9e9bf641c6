import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import { addDays, dayNumber } from '@rueda/rules/calendar-date.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'

/**
 * The hours of the funds, in New York on its trading days (`docs/rules/funds.md` E.5): until 15:00 a request is dealt the same day, at 20:00
 * the value of a unit is struck, and what is given back is paid at 09:30 of the next trading day.
 */
const HOUR_MINUTES = 60
export const CUT_OFF_MINUTES = 15 * HOUR_MINUTES
const STRIKE_MINUTES = 20 * HOUR_MINUTES
const PAYMENT_MINUTES = 9.5 * HOUR_MINUTES

type Calendar = Pick<VenueClient, 'nextTradingDate'>

export const cutOffAt = (date: CalendarDate): Instant => newYork.instantOf(dayNumber(date), CUT_OFF_MINUTES)

/** Strikes wait for the day's last close: a market that never closes ends its day at midnight. */
export const strikesAt = ({ date, sessions }: Pick<CalendarDay, 'date' | 'sessions'>): Instant =>
  Math.max(newYork.instantOf(dayNumber(date), STRIKE_MINUTES), sessions.at(-1)?.closesAt ?? 0)

/** The strike at which a request of this moment is dealt; null where the venue knows no trading day ahead. */
export function dealDateAt(venue: Calendar, now: Instant): CalendarDate | null {
  const today = newYork.dateAt(now)
  const date = venue.nextTradingDate(HOUSE_MARKET, addDays(today, -1))
  return date === today && now >= cutOffAt(today) ? venue.nextTradingDate(HOUSE_MARKET, today) : date
}

/** What was struck to be paid up to this date is paid by now. */
export function paidThrough(now: Instant): CalendarDate {
  const today = newYork.dateAt(now)
  return now >= newYork.instantOf(dayNumber(today), PAYMENT_MINUTES) ? today : addDays(today, -1)
}

/** The beginning of a date in New York, for dates that the app shows as moments. */
export const startOf = (date: CalendarDate): Instant => newYork.midnightOf(dayNumber(date))
export const dateAt = (now: Instant): CalendarDate => newYork.dateAt(now)
