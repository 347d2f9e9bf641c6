import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type PlanSession, nextRunDay } from '@rueda/rules/plans/schedule.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'

/** Enough for the longest row of closed days there is, on either side. */
const DAYS_BACK = 21
const DAYS_AHEAD = 21

/** The regular hours of the trading days about now, in their order. */
export async function planSessions(
  venue: Pick<VenueClient, 'calendar'>,
  market: MarketName,
  now: Instant,
): Promise<readonly PlanSession[]> {
  const today = dateIn(market, now)
  return sessionsBetween(venue, market, addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD))
}

export async function sessionsBetween(
  venue: Pick<VenueClient, 'calendar'>,
  market: MarketName,
  from: CalendarDate,
  to: CalendarDate,
): Promise<readonly PlanSession[]> {
  const days = await venue.calendar(market, from, to)
  return days.flatMap(({ date, trading, sessions }) => {
    const regular = trading ? sessions.filter(({ type }) => type === 'REGULAR') : []
    const [first, last] = [regular[0], regular.at(-1)]
    return first === undefined || last === undefined ? [] : [{ date, opensAt: first.opensAt, closesAt: last.closesAt }]
  })
}

export const dateIn = (market: MarketName, now: Instant): CalendarDate => zoneOf(market).dateAt(now)

/** The first day whose purchases are still to come. */
export async function runsFrom(venue: Pick<VenueClient, 'calendar'>, market: MarketName, now: Instant): Promise<CalendarDate> {
  return nextRunDay(await planSessions(venue, market, now), now) ?? addDays(dateIn(market, now), 1)
}
