import { argentineHolidays } from './argentine-holidays.ts'
import { type DayNumber, isWeekend } from './civil.ts'
import type { MarketCalendar, TradingHours } from './market-calendar.ts'
import { type ClosureOn, createSessionCalendar, withoutClosedDays } from './session-calendar.ts'
import { buenosAires } from './time-zones.ts'

/** Trading hours of the exchange in Buenos Aires in minutes of its day (`docs/rules/argentina.md` B.2). */
const OPENS = 11 * 60
const CLOSES = 17 * 60
const HALF_DAY_CLOSES = 13 * 60
const CLOSING_AUCTION_MINUTES = 3

/** The calendar of the exchange in Buenos Aires, whose bridge days trade and do not settle. */
export const createArgentineCalendar = (closureOn?: ClosureOn): MarketCalendar =>
  createSessionCalendar(
    withoutClosedDays({ zone: buenosAires, beginsBeforeMidnight: 0, hoursOf, settles, holidays: argentineHolidays }, closureOn),
  )

const trades = (day: DayNumber): boolean => !isWeekend(day) && argentineHolidays.on(day)?.kind !== 'closed'
const settles = (day: DayNumber): boolean => trades(day) && argentineHolidays.on(day)?.kind !== 'banksClosed'

function hoursOf(day: DayNumber): TradingHours | null {
  if (!trades(day)) return null
  const halfDay = argentineHolidays.on(day)?.kind === 'half'
  const closes = halfDay ? HALF_DAY_CLOSES : CLOSES
  return {
    before: null,
    regular: { opensAt: buenosAires.instantOf(day, OPENS), closesAt: buenosAires.instantOf(day, closes) },
    breaks: [],
    after: null,
    closingAuctionFrom: buenosAires.instantOf(day, closes - CLOSING_AUCTION_MINUTES),
    fixedPrice: null,
    oddLots: null,
    halfDay,
  }
}
