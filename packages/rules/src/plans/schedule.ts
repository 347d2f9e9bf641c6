import { addDays, addMonth, dayNumber } from '../calendar-date.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '../time.ts'
import type { Schedule } from './plan.ts'

/** The dates of a plan, and what is to be done about one of them now (`docs/rules/plans.md` P.6). */

/** Purchases are made half an hour after the open, when the opening prices have settled. */
export const RUNS_AFTER_OPEN_MS = 30 * MINUTE_MS

const DAYS_OF_WEEK = 7
/** The first of January 1970 was a Thursday. */
const WEEKDAY_OF_DAY_0 = 4

/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (date: CalendarDate): number => ((dayNumber(date) + WEEKDAY_OF_DAY_0 - 1) % DAYS_OF_WEEK) + 1

const lastDayOf = (date: CalendarDate): number => Number(addDays(addMonth(date), -1).slice(-2))

/** The day of the month of a date, or the month's last where it is shorter. */
const inMonthOf = (date: CalendarDate, day: number): CalendarDate =>
  `${date.slice(0, -2)}${String(Math.min(day, lastDayOf(date))).padStart(2, '0')}`

/** The first date of a plan on or after a date, and never before its first one. */
export function dueFrom({ rhythm, day, firstDate }: Schedule, from: CalendarDate): CalendarDate {
  const start = from > firstDate ? from : firstDate
  if (rhythm === 'week') return addDays(start, (day - weekdayOf(start) + DAYS_OF_WEEK) % DAYS_OF_WEEK)
  const due = inMonthOf(start, day)
  return due >= start ? due : inMonthOf(addMonth(start), day)
}

export const dueAfter = (schedule: Schedule, date: CalendarDate): CalendarDate => dueFrom(schedule, addDays(date, 1))

/** The regular hours of a trading day. */
export type PlanSession = Readonly<{ date: CalendarDate; opensAt: Instant; closesAt: Instant }>

/** The moment of a day's purchases; a session shorter than half an hour has them at its open. */
export const runsAt = ({ opensAt, closesAt }: PlanSession): Instant =>
  opensAt + RUNS_AFTER_OPEN_MS < closesAt ? opensAt + RUNS_AFTER_OPEN_MS : opensAt

/** The first day whose purchases are still to come; null where the sessions end before. */
export const nextRunDay = (sessions: readonly PlanSession[], now: Instant): CalendarDate | null =>
  sessions.find((session) => runsAt(session) > now)?.date ?? null

/** The session of a date: the day itself, or the first one after it that trades. */
export const sessionFor = (sessions: readonly PlanSession[], dueOn: CalendarDate): PlanSession | null =>
  sessions.find(({ date }) => date >= dueOn) ?? null

export type Due = Readonly<{
  dueOn: CalendarDate
  /** The trade date of the plan's latest run: a plan buys once a day. */
  lastRanOn: CalendarDate | null
}>
export type PlanStep =
  | Readonly<{ kind: 'wait' }>
  | Readonly<{ kind: 'buy'; session: PlanSession }>
  | Readonly<{ kind: 'missed'; goesOnFrom: CalendarDate }>

/**
 * What is to be done now about a date. It is bought for in its own session or, where the server was away, in the one after it; a date longer
 * past is missed, because nobody wants to buy for a day long ago. `sessions` are the trading days in their order.
 */
export function stepOf({ dueOn, lastRanOn }: Due, sessions: readonly PlanSession[], now: Instant): PlanStep {
  const session = sessions
    .filter(({ date }) => date >= dueOn)
    .slice(0, 2)
    .find((each) => each.date !== lastRanOn && runsAt(each) <= now && now < each.closesAt)
  if (session !== undefined) return { kind: 'buy', session }
  const before = sessions.filter(({ closesAt }) => closesAt <= now).at(-2)
  // Two sessions have closed since: the date is over, and so is every other one up to the earlier of the latest two.
  return before !== undefined && before.date >= dueOn ? { kind: 'missed', goesOnFrom: addDays(before.date, 1) } : { kind: 'wait' }
}
