import { type Refusal, refuse } from '../result.ts'
import { type CalendarDate, DAY_MS, HOUR_MS, type Instant } from '../time.ts'
import type { ClosableMarketName } from './markets.ts'

/**
 * A trading day that the brokerage closes (`docs/rules/calendars.md` B.7, `CALENDAR_OVERRIDE`): a typhoon, a day of mourning. Nothing
 * trades and nothing settles on it, and DAY orders for it expire. It moves no price: the market outside goes on unseen, and the next day
 * opens at the price it has reached.
 */
export type ClosedDay = Readonly<{ market: ClosableMarketName; date: CalendarDate; cause: ClosureCause }>

export const closureCauses = ['weather', 'publicHoliday', 'mourning', 'emergency'] as const
export type ClosureCause = (typeof closureCauses)[number]

/** Notice before the first session of the day, so that customers lose no chance to act without knowing. */
export const CLOSURE_NOTICE_HOURS = 1
const FARTHEST_DAYS = 365

/** `firstSessionAt` is when the day's first session begins, or would; null where the market's own table has none that day. */
export type DayToClose = Readonly<{ firstSessionAt: Instant | null; isClosed: boolean }>

/** Refuses to close a day that may not be closed now. */
export function checkClosing({ firstSessionAt, isClosed }: DayToClose, now: Instant): Refusal | null {
  if (firstSessionAt === null || isClosed) return refuse('calendar.not_trading', { field: 'date' })
  if (firstSessionAt > now + FARTHEST_DAYS * DAY_MS) return refuse('parameter.invalid', { field: 'date', high: FARTHEST_DAYS })
  return isTooLate(firstSessionAt, now)
}

/** Refuses to reopen a closed day that may not be opened again: the same notice is needed, because orders can be given for it again. */
export function checkReopening({ firstSessionAt, isClosed }: DayToClose, now: Instant): Refusal | null {
  if (firstSessionAt === null || !isClosed) return refuse('calendar.not_closed', { field: 'date' })
  return isTooLate(firstSessionAt, now)
}

const isTooLate = (firstSessionAt: Instant, now: Instant): Refusal | null =>
  now > firstSessionAt - CLOSURE_NOTICE_HOURS * HOUR_MS ? refuse('calendar.too_late', { field: 'date', low: CLOSURE_NOTICE_HOURS }) : null
