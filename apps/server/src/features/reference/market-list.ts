import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { reference } from '@rueda/contract/reference.ts'
import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { addDays } from '@rueda/exchange/calendars/civil.ts'
import { type Instrument, type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { VenueClient } from '../../venue/client.ts'
import { presentDay } from './trading-days.ts'

/** The markets this installation has: nobody is shown an empty one. */
type Markets = DataOf<typeof reference.markets>

/** The longest holidays, the lunar new year's, are over within it. */
const DAYS_AHEAD = 16

export async function readMarkets(venue: VenueClient): Promise<Markets> {
  const byMarket = Map.groupBy(venue.instruments.values(), ({ market }) => market)
  const served = marketNames.flatMap((market) => {
    const instruments = byMarket.get(market)
    return instruments === undefined ? [] : [presentMarket(venue, market, instruments)]
  })
  return Promise.all(served)
}

async function presentMarket(venue: VenueClient, market: MarketName, instruments: readonly Instrument[]): Promise<Markets[number]> {
  const { tradeDate } = venue.session(market)
  // A session may have begun on the evening before its date, and that of yesterday may still last.
  const days = await venue.calendar(market, addDays(tradeDate, -1), addDays(tradeDate, DAYS_AHEAD))
  return {
    market,
    timeZone: timeZoneOf(market),
    instruments: instruments.length,
    exchanges: [...new Set(instruments.map(({ exchange }) => exchange))].toSorted(),
    days: days.map((day) => presentDay(market, day)),
  }
}

/** The time zone is the same, whether the market closes or not. */
const timeZoneOf = (market: MarketName): string => createCalendar(market, true).timeZone
