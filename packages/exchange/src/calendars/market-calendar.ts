import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { CalendarDay, Session } from '../venue.ts'
import type { DayNumber } from './civil.ts'

/** When a market trades and when its trades settle. Two tables: a bank holiday may trade and not settle. */
export interface MarketCalendar {
  readonly timeZone: string
  session(now: Instant): Session
  calendarDay(date: CalendarDate): CalendarDay
  /** Every calendar day from `from` to `to`, both included. */
  calendarDays(from: CalendarDate, to: CalendarDate): readonly CalendarDay[]
  /** The date that many settlement days after the trade date. */
  settlementDate(tradeDate: CalendarDate, days: number): CalendarDate
  previousTradingDate(date: CalendarDate): CalendarDate
  nextTradingDate(date: CalendarDate): CalendarDate
  dateOf(now: Instant): CalendarDate
  midnightOf(date: CalendarDate): Instant
  /** The same by day number, for those who count in days. */
  hoursOf(day: DayNumber): TradingHours | null
  nextTradingDay(day: DayNumber): DayNumber
  previousTradingDay(day: DayNumber): DayNumber
}

export type Hours = Readonly<{ opensAt: Instant; closesAt: Instant }>

/** A trading day's sessions; without extended hours the two outer ones are null. */
export type TradingHours = Readonly<{ before: Hours | null; regular: Hours; after: Hours | null; halfDay: boolean }>
