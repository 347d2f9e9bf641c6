import type { Instant } from '@rueda/rules/time.ts'
import type { DayNumber } from '../calendars/civil.ts'
import type { MarketCalendar } from '../calendars/market-calendar.ts'
import type { Grain } from '../prices/intraday-bars.ts'
import type { Range } from './converted-tree.ts'
import { type Join, type JoinedBar, joinedBars } from './joined-trees.ts'
import type { Path } from './path.ts'

/** As many bars as a chart has at most, and what they are of when they are shorter than a day. */
const MAX_BARS = 1_500
const SHORT_GRAINS = [60, 30, 15, 5] as const
const MINUTES_OF_A_DAY = 1_440
/** Enough for a chart of each length. */
const DAYS_KEPT = 150

/**
 * The range of a cross on days that are over, exactly as its minutes say. That never changes, so whole days are worked
 * out once; of the hours within them only those of the last charts are kept.
 */
export class CrossRanges {
  readonly #legs: readonly [Path, Path]
  readonly #join: Join
  readonly #days: MarketCalendar
  readonly #whole = new Map<DayNumber, Range>()
  readonly #bars = new Map<string, readonly JoinedBar[]>()
  /** Progress of working ahead: the last day that is over, the next one to do, and how many are done. */
  #ahead: { newest: DayNumber; next: DayNumber; done: number } | null = null

  constructor(legs: readonly [Path, Path], join: Join, days: MarketCalendar) {
    this.#legs = legs
    this.#join = join
    this.#days = days
  }

  isOver(day: DayNumber, now: Instant): boolean {
    const hours = this.#days.hoursOf(day)
    return hours !== null && hours.regular.closesAt <= now
  }

  /** Of a day that is over; null before the legs' history. */
  ofDay(day: DayNumber, now: Instant): Range | null {
    const known = this.#whole.get(day)
    if (known !== undefined) return known
    const [range] = this.#workedOut(day, Infinity, now)
    if (range === undefined) return null
    this.#whole.set(day, range)
    return range
  }

  /** Of the bars of a day that is over, in their order. */
  ofBars(day: DayNumber, grain: Grain, now: Instant): readonly JoinedBar[] {
    const name = nameOf(day, grain)
    const bars = this.#bars.get(name) ?? this.#workedOut(day, grain, now)
    this.#bars.delete(name)
    this.#bars.set(name, bars)
    if (this.#bars.size > DAYS_KEPT) this.#bars.delete(this.#bars.keys().next().value as string)
    return bars
  }

  /**
   * Works out some tenths of a millisecond's worth of what charts will ask for, the newest days first, so that nobody's first chart of
   * years holds up those who trade. Does nothing once all is there.
   */
  workAhead(now: Instant): void {
    const newest = this.#days.previousTradingDay(this.#days.dayAt(now))
    if (this.#ahead?.newest !== newest) this.#ahead = { newest, next: newest, done: 0 }
    const { next, done } = this.#ahead
    const grain = SHORT_GRAINS.find((one) => done * MINUTES_OF_A_DAY < MAX_BARS * one && !this.#bars.has(nameOf(next, one)))
    if (grain !== undefined) this.ofBars(next, grain, now)
    else if (this.ofDay(next, now) !== null) this.#ahead = { newest, next: this.#days.previousTradingDay(next), done: done + 1 }
  }

  #workedOut(day: DayNumber, minutes: number, now: Instant): readonly JoinedBar[] {
    const [first, second] = this.#legs.map((leg) => leg.tree(day, 'none', now))
    return first && second ? joinedBars(this.#join, first, second, minutes) : []
  }
}

const nameOf = (day: DayNumber, grain: Grain): string => `${day} ${grain}`
