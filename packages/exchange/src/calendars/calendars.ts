import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { createAlwaysOpenCalendar } from './always-open.ts'
import { createArgentineCalendar } from './argentine-calendar.ts'
import { createForexCalendar } from './forex-calendar.ts'
import { createFuturesCalendar } from './futures-calendar.ts'
import type { MarketCalendar } from './market-calendar.ts'
import type { ClosureOn } from './session-calendar.ts'
import { createTaiwaneseCalendar } from './taiwanese-calendar.ts'
import { type TimeZone, buenosAires, newYork, taipei } from './time-zones.ts'
import { createUsCalendar } from './us-calendar.ts'

/** Each market's real calendar, and the zone whose midnight begins its day where it never closes. */
const markets: Readonly<Record<MarketName, Readonly<{ zone: TimeZone; create: (closureOn?: ClosureOn) => MarketCalendar }>>> = {
  US: { zone: newYork, create: createUsCalendar },
  AR: { zone: buenosAires, create: createArgentineCalendar },
  TW: { zone: taipei, create: createTaiwaneseCalendar },
  FUT: { zone: newYork, create: createFuturesCalendar },
  FX: { zone: newYork, create: createForexCalendar },
  // An index is worked out while its members trade; the brokerage's own are American.
  IDX: { zone: newYork, create: createUsCalendar },
}

/** The time zone of a market. */
export const zoneOf = (market: MarketName): TimeZone => markets[market].zone

/** A market's calendar: its real one, without the days that staff have closed, or the one of a market that never closes. */
export function createCalendar(market: MarketName, alwaysOpen: boolean, closureOn?: ClosureOn): MarketCalendar {
  const { zone, create } = markets[market]
  return alwaysOpen ? createAlwaysOpenCalendar(zone) : create(closureOn)
}
