import { addDays } from '@rueda/rules/calendar-date.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { VenueClient } from './client.ts'

const LOOK_AHEAD_DAYS = 7

/** Returns the start of a calendar date of the brokerage: the first session that opens on it or after it. */
export async function startOfDate(venue: VenueClient, date: CalendarDate): Promise<Instant> {
  const days = await venue.calendar(HOUSE_MARKET, date, addDays(date, LOOK_AHEAD_DAYS))
  for (const { sessions } of days) if (sessions[0] !== undefined) return sessions[0].opensAt
  return Date.parse(`${date}T00:00:00Z`)
}
