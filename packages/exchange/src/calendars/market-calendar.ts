import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { CalendarDay, Session } from '../venue.ts'
import type { OddLotHours } from '@rueda/rules/orders/odd-lot-calls.ts'
import type { DayNumber } from './civil.ts'
import type { TimeZone } from './time-zones.ts'

/**
 * When a market trades and when its trades settle. Two tables: a bank holiday may trade and not settle.
 *
 * A market's day is the span that counts to one trade date. For exchanges it is the calendar day of their time zone;
 * that of futures and currencies begins on the evening before, because their trade date changes then.
 */
export interface MarketCalendar {
  readonly zone: TimeZone
  readonly timeZone: string
  session(now: Instant): Session
  calendarDay(date: CalendarDate): CalendarDay
  /** Every calendar day from `from` to `to`, both included. */
  calendarDays(from: CalendarDate, to: CalendarDate): readonly CalendarDay[]
  /** The date that many settlement days after the trade date. */
  settlementDate(tradeDate: CalendarDate, days: number): CalendarDate
  previousTradingDate(date: CalendarDate): CalendarDate
  nextTradingDate(date: CalendarDate): CalendarDate
  /** The date of the market's day at a moment. */
  dateOf(now: Instant): CalendarDate
  /** The same as a day number. */
  dayAt(now: Instant): DayNumber
  /** The first moment of a market's day: midnight, or the evening before. */
  beginOf(day: DayNumber): Instant
  hoursOf(day: DayNumber): TradingHours | null
  nextTradingDay(day: DayNumber): DayNumber
  previousTradingDay(day: DayNumber): DayNumber
}

export type Hours = Readonly<{ opensAt: Instant; closesAt: Instant }>

/** A trading day's sessions; those that a market does not have are null. Prices move in the first three. */
export type TradingHours = Readonly<{
  before: Hours | null
  /** It may begin on the evening before, and last past a change of the clocks. */
  regular: Hours
  /** Parts of it without trading, such as a break for lunch, in the order of the day. */
  breaks: readonly Hours[]
  after: Hours | null
  /** From here to the close orders gather for one price. */
  closingAuctionFrom: Instant | null
  /** After the close, at the closing price alone: no price moves here. */
  fixedPrice: Hours | null
  /** Of the book for less than a lot; null where its calls go through the whole session, or there is none. */
  oddLots: OddLotHours | null
  halfDay: boolean
}>
