import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { DayNumber } from '../calendars/civil.ts'
import type { BarTree } from '../prices/bar-tree.ts'
import type { BarRequest } from '../venue.ts'

/**
 * The moves of one price, in plain numbers of its currency and without a tick: listings are quoted from it. A path is
 * exact about its past and knows nothing past `now`.
 */
export type PathDay = Readonly<{
  open: number
  high: number
  low: number
  last: number
  previousClose: number
  at: Instant
  tradeDate: CalendarDate
}>
export type PathBar = Readonly<{ at: Instant; open: number; high: number; low: number; close: number; partial: boolean }>
export type PathBars = Readonly<{ timeZone: string; previousClose: number; bars: readonly PathBar[] }>

/** The price at a moment, and the day whose price that is. */
export type PathPoint = Readonly<{ price: number; tradeDate: CalendarDate }>

export interface Path {
  at(now: Instant): PathPoint | null
  day(now: Instant): PathDay | null
  bars(request: BarRequest, now: Instant): PathBars | null
  /** A day's session, once it is over, to be looked into; null where there is none, or it has no tree of its own. */
  tree(day: DayNumber, adjust: BarRequest['adjust'], now: Instant): BarTree | null
  /** Where a day takes too long to be worked out in the chart that shows it: works out a little of what charts will ask for next. */
  workAhead?: (now: Instant) => void
}

export const foldedPathBar = (bar: PathBar, parts: readonly PathBar[]): PathBar => {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return bar
  return {
    ...bar,
    open: first.open,
    high: parts.reduce((high, part) => Math.max(high, part.high), first.high),
    low: parts.reduce((low, part) => Math.min(low, part.low), first.low),
    close: last.close,
  }
}
