import { addDays } from '@rueda/rules/calendar-date.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'

/** The trading day before whose open shares bought on a date are locked (`docs/rules/block-trades.md` E.4); null where they are not. */
export function unlockDate(
  venue: Pick<VenueClient, 'nextTradingDate'>,
  market: MarketName,
  tradeDate: CalendarDate,
  lockDays: number,
): CalendarDate | null {
  let date = tradeDate
  for (let days = 0; days < lockDays; days += 1) date = venue.nextTradingDate(market, date) ?? addDays(date, 1)
  return lockDays === 0 ? null : date
}
