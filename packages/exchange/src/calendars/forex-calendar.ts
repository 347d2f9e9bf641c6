import { type DayNumber, civilOf, dayNumber, isWeekend } from './civil.ts'
import type { Holiday, HolidayTable } from './holidays.ts'
import type { MarketCalendar, TradingHours } from './market-calendar.ts'
import { createSessionCalendar } from './session-calendar.ts'
import { newYork } from './time-zones.ts'

/** A day of currencies and metals begins at 17:00 in New York on the evening before (`docs/rules/forex.md` B.5). */
const MINUTES_PER_HOUR = 60
const OPENS_THE_EVENING_BEFORE = 17 * MINUTES_PER_HOUR
const BEGINS_BEFORE_MIDNIGHT = 7 * MINUTES_PER_HOUR
const CLOSES = 17 * MINUTES_PER_HOUR
/** Between two days that follow each other there is a break around the roll: 16:59:30 to 17:05. */
const BREAK_BEFORE_CLOSE = 0.5
const BREAK_AFTER_OPEN = 5

const forexHolidays: HolidayTable = { on: holidayOn, isProjected: () => false }

/** The calendar of currencies and metals: Sunday evening to Friday evening, closed on two days a year. */
export const createForexCalendar = (): MarketCalendar =>
  createSessionCalendar({
    zone: newYork,
    beginsBeforeMidnight: BEGINS_BEFORE_MIDNIGHT,
    hoursOf,
    settles: trades,
    holidays: forexHolidays,
  })

function holidayOn(day: DayNumber): Holiday | null {
  const { year } = civilOf(day)
  if (day === dayNumber(year, 1, 1)) return { kind: 'closed', name: "New Year's Day" }
  return day === dayNumber(year, 12, 25) ? { kind: 'closed', name: 'Christmas Day' } : null
}

const trades = (day: DayNumber): boolean => !isWeekend(day) && forexHolidays.on(day) === null

function hoursOf(day: DayNumber): TradingHours | null {
  if (!trades(day)) return null
  const opens = trades(day - 1) ? OPENS_THE_EVENING_BEFORE + BREAK_AFTER_OPEN : OPENS_THE_EVENING_BEFORE
  const closes = trades(day + 1) ? CLOSES - BREAK_BEFORE_CLOSE : CLOSES
  return {
    before: null,
    regular: { opensAt: newYork.instantOf(day - 1, opens), closesAt: newYork.instantOf(day, closes) },
    breaks: [],
    after: null,
    closingAuctionFrom: null,
    fixedPrice: null,
    oddLots: null,
    halfDay: false,
  }
}
