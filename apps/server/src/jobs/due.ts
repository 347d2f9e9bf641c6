import { daysOf, utcMidnight } from '@rueda/exchange/calendars/civil.ts'
import { instantOf, midnightOf } from '@rueda/exchange/calendars/new-york.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import { type CalendarDate, HOUR_MS, type Instant, SECOND_MS } from '@rueda/rules/time.ts'

/**
 * When the jobs of a market's day are due (`domain.md` K). The table is pure: what is due follows from the calendar
 * and the clock alone, so a simulated time drives it like a real one. SESSION is not among them: the
 * venue works its sessions out itself and opens them at their moment.
 */
export type JobName = 'calendar' | 'commitments' | 'dayEnd' | 'settlement' | 'reconcile' | 'housekeeping'

type JobRule = Readonly<{
  /** The moment on that day; null where the day has none. */
  dueAt: (day: CalendarDay) => Instant | null
  /** After downtime every missed day is made up for, or only the newest because it says all the others would. */
  catchesUp: 'each' | 'newest'
}>

const SETTLEMENT_MINUTE = 8 * 60
const RECONCILE_HOUR_UTC = 2
const HOUSEKEEPING_HOUR_UTC = 3

const regular = (day: CalendarDay) => (day.trading ? day.sessions.find(({ type }) => type === 'REGULAR') : undefined)

function afterClose(day: CalendarDay): Instant | null {
  const session = regular(day)
  return session === undefined ? null : session.closesAt + SECOND_MS
}

/** In the order in which jobs of the same moment run. */
export const jobRules: Readonly<Record<JobName, JobRule>> = {
  // With the day's first price, which is told in the day's own shares; until it is done, what splits takes no orders.
  calendar: { dueAt: (day) => (day.trading ? (day.sessions[0]?.opensAt ?? null) : null), catchesUp: 'each' },
  commitments: { dueAt: ({ date }) => midnightOf(daysOf(date)), catchesUp: 'newest' },
  dayEnd: { dueAt: afterClose, catchesUp: 'each' },
  // Every day, because a day on which one market does not settle may be one on which another does.
  settlement: { dueAt: ({ date }) => instantOf(daysOf(date), SETTLEMENT_MINUTE), catchesUp: 'each' },
  reconcile: { dueAt: ({ date }) => utcMidnight(daysOf(date)) + RECONCILE_HOUR_UTC * HOUR_MS, catchesUp: 'newest' },
  housekeeping: { dueAt: ({ date }) => utcMidnight(daysOf(date)) + HOUSEKEEPING_HOUR_UTC * HOUR_MS, catchesUp: 'newest' },
}
export const jobNames = Object.keys(jobRules) as JobName[]

export type DueJob = Readonly<{ job: JobName; date: CalendarDate; dueAt: Instant }>
/** The last date each job has been done for. */
export type DoneUntil = Readonly<Partial<Record<JobName, CalendarDate>>>

/** Everything that is due and not done, in the order of its moments; `days` are in the order of their dates. */
export function dueJobs(days: readonly CalendarDay[], done: DoneUntil, now: Instant): DueJob[] {
  return jobNames
    .flatMap((job) => {
      const due = datesOf(job, days, done).filter(({ dueAt }) => dueAt <= now)
      return jobRules[job].catchesUp === 'newest' ? due.slice(-1) : due
    })
    .toSorted((a, b) => a.dueAt - b.dueAt)
}

/** When the next job will be due; null when these days hold none. */
export function nextDueAt(days: readonly CalendarDay[], done: DoneUntil, now: Instant): Instant | null {
  const ahead = jobNames.flatMap((job) => datesOf(job, days, done).filter(({ dueAt }) => dueAt > now))
  return ahead.length === 0 ? null : Math.min(...ahead.map(({ dueAt }) => dueAt))
}

function datesOf(job: JobName, days: readonly CalendarDay[], done: DoneUntil): DueJob[] {
  const until = done[job]
  return days.flatMap((day) => {
    const dueAt = until === undefined || day.date > until ? jobRules[job].dueAt(day) : null
    return dueAt === null ? [] : [{ job, date: day.date, dueAt }]
  })
}
