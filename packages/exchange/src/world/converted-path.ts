import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { daysRequest, withParts } from '../bar-folding.ts'
import { type DayNumber, dateOfDays } from '../calendars/civil.ts'
import type { MarketCalendar } from '../calendars/market-calendar.ts'
import type { BarTree } from '../prices/bar-tree.ts'
import type { BarRequest } from '../venue.ts'
import { ConvertedTree, convertedRange } from './converted-tree.ts'
import { type Path, type PathBar, type PathBars, type PathDay, type PathPoint, foldedPathBar } from './path.ts'

/**
 * A path in other terms: a price times a factor plus an offset, both constant within a day. A future's carry, a
 * certificate's rate and a currency's scale are such conversions.
 */
export type Conversion = Readonly<{
  on: (date: CalendarDate) => Readonly<{ factor: number; offset: number }>
  /** True when every day has the same one. */
  isConstant: boolean
}>

/** The days of the path that is converted. */
export type PathDays = Pick<MarketCalendar, 'dateOf' | 'previousTradingDate'>

export const scaledBy = (factor: number): Conversion => ({ on: () => ({ factor, offset: 0 }), isConstant: true })

export class ConvertedPath implements Path {
  readonly #path: Path
  readonly #conversion: Conversion
  readonly #days: PathDays
  /** A day's conversion never changes. */
  readonly #known = new Map<CalendarDate, (price: number) => number>()
  #previous: Readonly<{ of: CalendarDate; date: CalendarDate }> | null = null

  constructor(path: Path, conversion: Conversion, days: PathDays) {
    this.#path = path
    this.#conversion = conversion
    this.#days = days
  }

  at(now: Instant): PathPoint | null {
    const point = this.#path.at(now)
    return point === null ? null : { ...point, price: this.#on(point.tradeDate)(point.price) }
  }

  day(now: Instant): PathDay | null {
    const day = this.#path.day(now)
    if (day === null) return null
    const price = this.#on(day.tradeDate)
    return {
      ...day,
      open: price(day.open),
      ...convertedRange(day, price),
      last: price(day.last),
      previousClose: this.#on(this.#before(day.tradeDate))(day.previousClose),
    }
  }

  bars(request: BarRequest, now: Instant): PathBars | null {
    const found = this.#path.bars(request, now)
    if (found === null) return null
    const [first] = found.bars
    const isLong = request.interval === 'week' || request.interval === 'month'
    const bars =
      isLong && !this.#conversion.isConstant ? this.#ofDays(found.bars, request, now) : found.bars.map((bar) => this.#converted(bar))
    return {
      ...found,
      previousClose: this.#on(this.#days.previousTradingDate(this.#days.dateOf(first?.at ?? now)))(found.previousClose),
      bars,
    }
  }

  tree(day: DayNumber, adjust: BarRequest['adjust'], now: Instant): BarTree | null {
    const tree = this.#path.tree(day, adjust, now)
    return tree === null ? null : new ConvertedTree(tree, this.#on(dateOfDays(day)))
  }

  /** Days of one bar have each a conversion of their own. */
  #ofDays(bars: readonly PathBar[], request: BarRequest, now: Instant): readonly PathBar[] {
    const days = this.bars(daysRequest(request, bars), now)?.bars ?? []
    return withParts(bars, days, request.interval).map(([bar, parts]) => foldedPathBar(bar, parts))
  }

  #converted(bar: PathBar): PathBar {
    const price = this.#on(this.#days.dateOf(bar.at))
    return { ...bar, open: price(bar.open), ...convertedRange(bar, price), close: price(bar.close) }
  }

  #before(date: CalendarDate): CalendarDate {
    if (this.#previous?.of !== date) this.#previous = { of: date, date: this.#days.previousTradingDate(date) }
    return this.#previous.date
  }

  #on(date: CalendarDate): (price: number) => number {
    const known = this.#known.get(date)
    if (known !== undefined) return known
    const { factor, offset } = this.#conversion.on(date)
    const convert = (price: number): number => price * factor + offset
    this.#known.set(date, convert)
    return convert
  }
}
