import { type DayNumber, civilOf, dayNumber, isWeekend } from './civil.ts'
import { easterSunday } from './easter.ts'
import type { MarketCalendar, TradingHours } from './market-calendar.ts'
import { createSessionCalendar } from './session-calendar.ts'
import { newYork } from './time-zones.ts'
import { settlesInUs } from './us-calendar.ts'
import { usHolidays } from './us-holidays.ts'

/** A futures day begins at 18:00 in New York on the evening before and ends at 17:00 (`docs/rules/futures.md` B.4). */
const MINUTES_PER_HOUR = 60
const OPENS_THE_EVENING_BEFORE = 18 * MINUTES_PER_HOUR
const BEGINS_BEFORE_MIDNIGHT = 6 * MINUTES_PER_HOUR
const CLOSES = 17 * MINUTES_PER_HOUR
const EARLY_CLOSE = 13 * MINUTES_PER_HOUR

/** The calendar of the futures: three closed days a year, and 13:00 where the stock exchanges close or close early. */
export const createFuturesCalendar = (): MarketCalendar =>
  createSessionCalendar({
    zone: newYork,
    beginsBeforeMidnight: BEGINS_BEFORE_MIDNIGHT,
    hoursOf,
    settles: (day) => trades(day) && settlesInUs(day),
    holidays: usHolidays,
  })

function trades(day: DayNumber): boolean {
  const { year } = civilOf(day)
  return !isWeekend(day) && day !== dayNumber(year, 1, 1) && day !== dayNumber(year, 12, 25) && day !== easterSunday(year) - 2
}

function hoursOf(day: DayNumber): TradingHours | null {
  if (!trades(day)) return null
  const kind = usHolidays.on(day)?.kind
  const halfDay = kind === 'closed' || kind === 'half'
  return {
    before: null,
    regular: {
      opensAt: newYork.instantOf(day - 1, OPENS_THE_EVENING_BEFORE),
      closesAt: newYork.instantOf(day, halfDay ? EARLY_CLOSE : CLOSES),
    },
    breaks: [],
    after: null,
    closingAuctionFrom: null,
    fixedPrice: null,
    oddLots: null,
    halfDay,
  }
}
