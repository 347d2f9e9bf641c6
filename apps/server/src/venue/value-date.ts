import type { CalendarDate } from '@rueda/rules/time.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { VenueClient } from './client.ts'

/**
 * The session whose date an entry carries. An order's holds, releases and trades belong to the trading day of its own
 * market: in Taipei's morning New York still has the day before, and a hold would end before it began. Money that moves
 * without a market belongs to the brokerage's day, which is New York's, and so do its own figures.
 */
type Sessions = Pick<VenueClient, 'session' | 'instruments'>

/** Returns the date of an instrument's session; an instrument that is listed no more has the brokerage's day. */
export const valueDateOf = (venue: Sessions, instrumentId: string | undefined): CalendarDate => {
  const market = instrumentId === undefined ? undefined : venue.instruments.get(instrumentId)?.market
  return market === undefined ? houseDate(venue) : venue.session(market).tradeDate
}

export const houseDate = (venue: Pick<Sessions, 'session'>): CalendarDate => venue.session(HOUSE_MARKET).tradeDate
