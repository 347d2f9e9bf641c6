import type { Instant } from '@rueda/rules/time.ts'
import { type DayNumber, isWeekend } from './civil.ts'
import type { MarketCalendar, TradingHours } from './market-calendar.ts'
import { type ClosureOn, createSessionCalendar, withoutClosedDays } from './session-calendar.ts'
import { newYork } from './time-zones.ts'
import { usHolidays } from './us-holidays.ts'

/** Trading hours of the United States exchanges in minutes of the New York day (`docs/rules/us-stocks.md` B.1). */
const PRE_OPENS = 4 * 60
const OPENS = 9 * 60 + 30
const CLOSES = 16 * 60
const POST_CLOSES = 20 * 60
const HALF_DAY_CLOSES = 13 * 60
const HALF_DAY_POST_CLOSES = 17 * 60

/** The calendar of the United States exchanges, with extended hours, half days and bank holidays. */
export const createUsCalendar = (closureOn?: ClosureOn): MarketCalendar =>
  createSessionCalendar(
    withoutClosedDays({ zone: newYork, beginsBeforeMidnight: 0, hoursOf, settles: settlesInUs, holidays: usHolidays }, closureOn),
  )

const trades = (day: DayNumber): boolean => !isWeekend(day) && usHolidays.on(day)?.kind !== 'closed'
export const settlesInUs = (day: DayNumber): boolean => trades(day) && usHolidays.on(day)?.kind !== 'banksClosed'

function hoursOf(day: DayNumber): TradingHours | null {
  if (!trades(day)) return null
  const halfDay = usHolidays.on(day)?.kind === 'half'
  const at = (minutes: number): Instant => newYork.instantOf(day, minutes)
  const closesAt = at(halfDay ? HALF_DAY_CLOSES : CLOSES)
  return {
    before: { opensAt: at(PRE_OPENS), closesAt: at(OPENS) },
    regular: { opensAt: at(OPENS), closesAt },
    breaks: [],
    after: { opensAt: closesAt, closesAt: at(halfDay ? HALF_DAY_POST_CLOSES : POST_CLOSES) },
    closingAuctionFrom: null,
    fixedPrice: null,
    oddLots: null,
    halfDay,
  }
}
