import { type DayNumber, isWeekend } from './civil.ts'
import type { MarketCalendar, TradingHours } from './market-calendar.ts'
import { type ClosureOn, createSessionCalendar, withoutClosedDays } from './session-calendar.ts'
import { taiwaneseHolidays } from './taiwanese-holidays.ts'
import { taipei } from './time-zones.ts'

/** Trading hours of the exchange in Taipei in minutes of its day (`docs/rules/taiwan.md` B.3). */
const OPENS = 9 * 60
const CLOSING_AUCTION = 13 * 60 + 25
const CLOSES = 13 * 60 + 30
const FIXED_PRICE_OPENS = 14 * 60
const FIXED_PRICE_CLOSES = 14 * 60 + 30
/** Less than a lot: the first call ten minutes after the open, the last at the close, and one more at the end of the day. */
const FIRST_ODD_LOT_CALL = 9 * 60 + 10
const AFTER_MARKET_ODD_LOT_CALL = 14 * 60 + 30

/** The calendar of the exchange in Taipei, which settles on two days before the Lunar New Year without trading on them. */
export const createTaiwaneseCalendar = (closureOn?: ClosureOn): MarketCalendar =>
  createSessionCalendar(
    withoutClosedDays({ zone: taipei, beginsBeforeMidnight: 0, hoursOf, settles, holidays: taiwaneseHolidays }, closureOn),
  )

const trades = (day: DayNumber): boolean => !isWeekend(day) && taiwaneseHolidays.on(day) === null
const settles = (day: DayNumber): boolean => !isWeekend(day) && taiwaneseHolidays.on(day)?.kind !== 'closed'

function hoursOf(day: DayNumber): TradingHours | null {
  if (!trades(day)) return null
  return {
    before: null,
    regular: { opensAt: taipei.instantOf(day, OPENS), closesAt: taipei.instantOf(day, CLOSES) },
    breaks: [],
    after: null,
    closingAuctionFrom: taipei.instantOf(day, CLOSING_AUCTION),
    fixedPrice: { opensAt: taipei.instantOf(day, FIXED_PRICE_OPENS), closesAt: taipei.instantOf(day, FIXED_PRICE_CLOSES) },
    oddLots: {
      firstCallAt: taipei.instantOf(day, FIRST_ODD_LOT_CALL),
      lastCallAt: taipei.instantOf(day, CLOSES),
      afterMarketCallAt: taipei.instantOf(day, AFTER_MARKET_ODD_LOT_CALL),
    },
    halfDay: false,
  }
}
