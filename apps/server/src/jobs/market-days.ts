import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { addDays } from '@rueda/exchange/calendars/civil.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { VenueClient } from '../venue/client.ts'
import { type DoneUntil, type DueJob, type MarketDays, dueJobs } from './due.ts'
import { readDone } from './runs.ts'

/** Enough to see the next due moment over a long weekend. */
const DAYS_AHEAD = 5

type Looking = Readonly<{ market: MarketName; done: DoneUntil; now: Instant }>

/** A market with the days that something may be due on: from the oldest that is not done to a few ahead. */
export async function marketDays(venue: Pick<VenueClient, 'calendar'>, { market, done, now }: Looking): Promise<MarketDays> {
  const today = zoneOf(market).dateAt(now)
  const days = await venue.calendar(market, addDays(oldest(done, today), 1), addDays(today, DAYS_AHEAD))
  return { market, days, done }
}

const oldest = (done: DoneUntil, today: CalendarDate): CalendarDate =>
  Object.values(done).reduce((least, date) => (date < least ? date : least), today)

/** Returns the jobs that were due a minute ago and are not recorded as done: one failed and is tried again, or the server is behind. */
export async function lateJobs(pool: Pool, venue: Pick<VenueClient, 'markets' | 'calendar'>, now: Instant): Promise<readonly DueJob[]> {
  const looked = await Promise.all(
    venue.markets.map(async (market) => marketDays(venue, { market, done: await readDone(pool, market), now })),
  )
  return dueJobs(looked, now - MINUTE_MS)
}
