import { type DayNumber, civilOf } from '../calendars/civil.ts'
import type { MarketCalendar, TradingHours } from '../calendars/market-calendar.ts'

/** The trading days since the beginning of history, numbered from zero; grows as time passes. */
export class Timeline {
  readonly calendar: MarketCalendar
  readonly #days: DayNumber[]
  readonly #quarters: number[] = []
  readonly #hours: TradingHours[] = []
  readonly #ordinals = new Map<DayNumber, number>()

  constructor(calendar: MarketCalendar, start: DayNumber) {
    this.calendar = calendar
    const first = calendar.hoursOf(start) === null ? calendar.nextTradingDay(start) : start
    this.#days = [first]
    this.#ordinals.set(first, 0)
  }

  dayOf(ordinal: number): DayNumber {
    while (this.#days.length <= ordinal) this.#append()
    return this.#days[ordinal] as DayNumber
  }

  /** The calendar quarter of a trading day, counted from the year zero. */
  quarterOf(ordinal: number): number {
    while (this.#quarters.length <= ordinal) {
      const { year, month } = civilOf(this.dayOf(this.#quarters.length))
      this.#quarters.push(year * QUARTERS_PER_YEAR + Math.floor((month - 1) / MONTHS_PER_QUARTER))
    }
    return this.#quarters[ordinal] as number
  }

  /** The hours of a trading day; kept, because every company asks for those of every day. */
  hoursOf(ordinal: number): TradingHours {
    while (this.#hours.length <= ordinal) {
      const next = this.#hours.length
      const hours = this.calendar.hoursOf(this.dayOf(next))
      if (hours === null) throw new Error(`trading day ${next} has no hours`)
      this.#hours.push(hours)
    }
    return this.#hours[ordinal] as TradingHours
  }

  /** The number of the last trading day up to that day; -1 before the first. */
  ordinalUpTo(day: DayNumber): number {
    while (this.#last() < day) this.#append()
    for (let candidate = day; candidate >= (this.#days[0] as DayNumber); candidate -= 1) {
      const ordinal = this.#ordinals.get(candidate)
      if (ordinal !== undefined) return ordinal
    }
    return -1
  }

  #last(): DayNumber {
    return this.#days.at(-1) as DayNumber
  }

  #append(): void {
    const next = this.calendar.nextTradingDay(this.#last())
    this.#ordinals.set(next, this.#days.length)
    this.#days.push(next)
  }
}

const QUARTERS_PER_YEAR = 4
const MONTHS_PER_QUARTER = 3
