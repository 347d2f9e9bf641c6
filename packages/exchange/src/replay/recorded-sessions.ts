import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { instantOf } from '../calendars/new-york.ts'
import { createUsCalendar } from '../calendars/us-calendar.ts'
import type { CalendarDay, Session } from '../venue.ts'

/**
 * The sessions of the recorded days, and of no others: 9:30 to 16:00 in New York, to 13:00 on half days. Between
 * two of them the market is closed, however long that is, and the session to come is the next recorded one.
 */
const OPENS = 9 * 60 + 30
const CLOSES = 16 * 60
const NEVER = Number.MAX_SAFE_INTEGER

export type RecordedHours = Readonly<{ date: CalendarDate; opensAt: Instant; closesAt: Instant }>

export class RecordedSessions {
  readonly hours: readonly RecordedHours[]
  readonly #calendar = createUsCalendar()
  readonly #recorded: ReadonlySet<CalendarDate>

  constructor(dates: readonly CalendarDate[]) {
    this.#recorded = new Set(dates)
    this.hours = dates.map((date) => {
      const day = daysOf(date)
      const regular = this.#calendar.hoursOf(day)?.regular
      return { date, opensAt: regular?.opensAt ?? instantOf(day, OPENS), closesAt: regular?.closesAt ?? instantOf(day, CLOSES) }
    })
  }

  at(now: Instant): Session {
    const next = this.hours.find((day) => now < day.closesAt)
    if (next === undefined) return this.#afterTheLast()
    const { date, opensAt, closesAt } = next
    const open = now >= opensAt
    return { phase: open ? 'OPEN' : 'CLOSED', tradeDate: date, opensAt, closesAt, changesAt: open ? closesAt : opensAt, matching: open }
  }

  /** The recorded open after a moment; null when the tape has none. */
  nextOpen(now: Instant): Instant | null {
    return this.hours.find((day) => day.opensAt > now)?.opensAt ?? null
  }

  /** When a date of the files began to trade, recorded by the minute or not. */
  opensOn(date: CalendarDate): Instant {
    return instantOf(daysOf(date), OPENS)
  }

  /** The last recorded day that has begun to trade. */
  begun(now: Instant): RecordedHours | null {
    return this.hours.findLast((day) => day.opensAt <= now) ?? null
  }

  /** The calendar of its time, but only recorded days trade. */
  calendar(from: CalendarDate, to: CalendarDate): readonly CalendarDay[] {
    return this.#calendar.calendarDays(from, to).map((day) => {
      const hours = this.hours.find((recorded) => recorded.date === day.date)
      const sessions = hours === undefined ? [] : [{ type: 'REGULAR' as const, opensAt: hours.opensAt, closesAt: hours.closesAt }]
      return { ...day, trading: this.#recorded.has(day.date), sessions, projected: false }
    })
  }

  nextTradingDate(date: CalendarDate): CalendarDate {
    return this.#calendar.nextTradingDate(date)
  }

  previousTradingDate(date: CalendarDate): CalendarDate {
    return this.#calendar.previousTradingDate(date)
  }

  settlementDate(tradeDate: CalendarDate, days: number): CalendarDate {
    return this.#calendar.settlementDate(tradeDate, days)
  }

  /** The tape is over: nothing trades any more, on a date that no order reaches. */
  #afterTheLast(): Session {
    const last = this.hours.at(-1)
    const tradeDate = last === undefined ? '9999-12-31' : this.#calendar.nextTradingDate(last.date)
    const opensAt = (last?.opensAt ?? 0) + DAY_MS
    return { phase: 'CLOSED', tradeDate, opensAt, closesAt: opensAt, changesAt: NEVER, matching: false }
  }
}
