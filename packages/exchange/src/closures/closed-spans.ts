import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { ClosedDay, ClosureCause } from '@rueda/rules/markets/closed-day.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { createCalendar } from '../calendars/calendars.ts'
import { type DayNumber, dateOfDays, daysOf } from '../calendars/civil.ts'
import type { MarketCalendar } from '../calendars/market-calendar.ts'

/** From the first session of a closed day to that of the next day that trades: nothing new is seen of the market meanwhile. */
export type ClosedSpan = Readonly<{ from: Instant; until: Instant }>

/** One market with the days that staff have closed: its own table beside the one that customers see. */
export class ClosedSpans {
  /** With the closed days, as customers see it. */
  readonly calendar: MarketCalendar
  readonly #own: MarketCalendar
  readonly #causes: ReadonlyMap<DayNumber, ClosureCause>
  /** The last result, which holds until then; quotes need it again and again within one day. */
  #known: Readonly<{ since: Instant; until: Instant; span: ClosedSpan | null }> | null = null

  constructor(market: MarketName, closed: readonly ClosedDay[]) {
    this.#causes = new Map(closed.map(({ date, cause }) => [daysOf(date), cause]))
    this.#own = createCalendar(market, false)
    this.calendar = createCalendar(market, false, (day) => this.#causes.get(day) ?? null)
  }

  /** The span that a moment lies in; null where the market goes on. */
  at(now: Instant): ClosedSpan | null {
    if (this.#known === null || now < this.#known.since || now >= this.#known.until) this.#known = this.#look(now)
    return this.#known.span
  }

  isClosedAt(moment: Instant): boolean {
    return this.#causes.has(this.#own.dayAt(moment))
  }

  /** When the regular sessions would have begun that are left out from one moment to another, the first one included. */
  leftOutBetween(from: Instant, until: Instant): readonly Instant[] {
    const opens = [...this.#causes.keys()].flatMap((day) => this.#own.hoursOf(day)?.regular.opensAt ?? [])
    return opens.filter((opensAt) => opensAt >= from && opensAt < until)
  }

  hasAnyBefore(now: Instant, days: number): boolean {
    return this.leftOutBetween(now - days * DAY_MS, now).length > 0
  }

  /** The last day that customers could trade before a trade date; null where it is the one the market itself counts from. */
  seenBefore(tradeDate: CalendarDate): CalendarDate | null {
    const before = this.calendar.previousTradingDay(daysOf(tradeDate))
    return before === this.#own.previousTradingDay(daysOf(tradeDate)) ? null : dateOfDays(before)
  }

  /** The end of a day's regular session; throws for a day without hours. */
  endOfRegular(date: CalendarDate): Instant {
    const hours = this.#own.hoursOf(daysOf(date))
    if (hours === null) throw new Error(`no hours on ${date}`)
    return hours.regular.closesAt
  }

  #look(now: Instant): Readonly<{ since: Instant; until: Instant; span: ClosedSpan | null }> {
    const begun = this.#begunBy(now)
    const [since, until] = [this.#firstSession(begun), this.#firstSession(this.#own.nextTradingDay(begun))]
    if (!this.#causes.has(begun)) return { since, until, span: null }
    const [last, next] = [this.calendar.previousTradingDay(begun), this.calendar.nextTradingDay(begun)]
    const span = { from: this.#firstSession(this.#own.nextTradingDay(last)), until: this.#firstSession(next) }
    return { since: span.from, until: span.until, span }
  }

  /** By the market's own table, the last day whose first session has begun. */
  #begunBy(now: Instant): DayNumber {
    const today = this.#own.dayAt(now)
    const hours = this.#own.hoursOf(today)
    return hours !== null && now >= (hours.before ?? hours.regular).opensAt ? today : this.#own.previousTradingDay(today)
  }

  #firstSession(day: DayNumber): Instant {
    const hours = this.#own.hoursOf(day)
    if (hours === null) throw new Error(`no hours on ${dateOfDays(day)}`)
    return (hours.before ?? hours.regular).opensAt
  }
}
