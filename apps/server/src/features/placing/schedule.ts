import { type PlacingPlan, placingNumberAt, placingPlan } from '@rueda/exchange/catalogue/placings.ts'
import { windowOf } from '@rueda/rules/placing/placing.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { closingOn, openingOn } from '../subscriptions/window.ts'

/**
 * The public schedule of placings, on the trading days of New York's market (`docs/rules/placing.md` E.3). A window, and a lock, lie within so
 * many days, a week without trading in them.
 */
export const MAX_WINDOW_DAYS = 14
export const DAYS_OF_A_PLACING = 35

/** The placings of this month, of the one before, whose window may still be open, and of the next. */
export const plansAround = (date: CalendarDate): readonly PlacingPlan[] =>
  [-1, 0, 1]
    .map((offset) => placingNumberAt(date) + offset)
    .filter((number) => number >= 0)
    .map(placingPlan)

export type PlacingTimes = Readonly<{ opensOn: CalendarDate; closesOn: CalendarDate; opensAt: Instant; closesAt: Instant }>

/** Null where the market knows too few of its days. */
export function timesOf(tradingDays: readonly CalendarDate[]): PlacingTimes | null {
  const days = windowOf(tradingDays)
  if (days === null) return null
  const { opens, closes } = days
  return { opensOn: opens, closesOn: closes, opensAt: openingOn(opens), closesAt: closingOn(closes) }
}
