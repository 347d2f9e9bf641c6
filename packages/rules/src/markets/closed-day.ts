import { type Refusal, refuse } from '../result.ts'
import { type CalendarDate, DAY_MS, HOUR_MS, type Instant } from '../time.ts'
import type { ClosableMarketName } from './markets.ts'

/**
 * A trading day that the house closes (`docs/rules/calendars.md` B.7, `CALENDAR_OVERRIDE`): a typhoon, a day of mourning. Nothing
 * trades and nothing settles on it, and DAY orders for it expire. It moves no price: the market outside goes its way
 * unseen, and the next day opens where it has come to.
 */
export type ClosedDay = Readonly<{ market: ClosableMarketName; date: CalendarDate; cause: ClosureCause }>

export const closureCauses = ['weather', 'publicHoliday', 'mourning', 'emergency'] as const
export type ClosureCause = (typeof closureCauses)[number]

/** Customers hear of it before the first session of the day, so that nothing they could still do is taken from them unseen. */
export const CLOSURE_NOTICE_HOURS = 1
const FARTHEST_DAYS = 365

/** `firstSessionAt` is when the day's first session begins, or would; null where the market's own table has none that day. */
export type DayToClose = Readonly<{ firstSessionAt: Instant | null; isClosed: boolean }>

/** Whether a day may be closed now. */
export function checkClosing({ firstSessionAt, isClosed }: DayToClose, now: Instant): Refusal | null {
  if (firstSessionAt === null || isClosed) return refuse('calendar.not_trading', { field: 'date' })
  if (firstSessionAt > now + FARTHEST_DAYS * DAY_MS) return refuse('parameter.invalid', { field: 'date', high: FARTHEST_DAYS })
  return isTooLate(firstSessionAt, now)
}

/** Whether a day that was closed may be opened again: with the same notice, because orders can be given for it again. */
export function checkReopening({ firstSessionAt, isClosed }: DayToClose, now: Instant): Refusal | null {
  if (firstSessionAt === null || !isClosed) return refuse('calendar.not_closed', { field: 'date' })
  return isTooLate(firstSessionAt, now)
}

const isTooLate = (firstSessionAt: Instant, now: Instant): Refusal | null =>
  now > firstSessionAt - CLOSURE_NOTICE_HOURS * HOUR_MS ? refuse('calendar.too_late', { field: 'date', low: CLOSURE_NOTICE_HOURS }) : null
