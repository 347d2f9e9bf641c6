import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { daysOf, utcMidnight } from '@rueda/exchange/calendars/civil.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET, shareMarkets, tradedMarkets } from '@rueda/rules/markets/markets.ts'
import { type CalendarDate, HOUR_MS, type Instant, SECOND_MS } from '@rueda/rules/time.ts'

/**
 * Due moments of the jobs of a market's day (`docs/rules/jobs.md` K). The table is pure: they follow from the calendars and
 * the clock alone, so a simulated time drives it like a real one. SESSION is not among them: the venue works its sessions
 * out itself and opens them at their moment.
 */
export type JobName =
  | 'calendar'
  | 'commitments'
  | 'dayEnd'
  | 'articles'
  | 'settlement'
  | 'reconcile'
  | 'referral'
  | 'housekeeping'
  | 'liabilities'

type JobRule = Readonly<{
  /** Markets with days and a clock of their own; a job of the whole brokerage goes by the brokerage's day. */
  markets: readonly MarketName[]
  /** The moment on that day; null where the day has none. */
  dueAt: (day: CalendarDay, market: MarketName) => Instant | null
  /** After downtime every missed day is made up for, or only the newest because it says all the others would. */
  catchesUp: 'each' | 'newest'
}>

/** The brokerage keeps the days of New York. */
const HOUSE: readonly MarketName[] = [HOUSE_MARKET]

const SETTLEMENT_MINUTE = 8 * 60
const RECONCILE_HOUR_UTC = 2
const HOUSEKEEPING_HOUR_UTC = 3

/** With the last session in which an order of the day may trade. */
function afterClose({ trading, sessions, dayOrdersEndAt }: CalendarDay): Instant | null {
  const session = trading ? sessions.findLast(({ type }) => type === 'REGULAR') : undefined
  return session === undefined ? null : (dayOrdersEndAt ?? session.closesAt) + SECOND_MS
}

const MONDAY = 1
const REFERRAL_HOUR_UTC = 1

/** Once a week. */
function mondayMorning({ date }: CalendarDay): Instant | null {
  const midnight = utcMidnight(daysOf(date))
  return new Date(midnight).getUTCDay() === MONDAY ? midnight + REFERRAL_HOUR_UTC * HOUR_MS : null
}

/** In the order in which jobs of the same moment run. */
export const jobRules: Readonly<Record<JobName, JobRule>> = {
  // At the day's first price, which is quoted in the day's own shares; until it is done, an instrument that splits takes no orders.
  calendar: { markets: shareMarkets, dueAt: (day) => (day.trading ? (day.sessions[0]?.opensAt ?? null) : null), catchesUp: 'each' },
  commitments: { markets: HOUSE, dueAt: ({ date }, market) => zoneOf(market).midnightOf(daysOf(date)), catchesUp: 'newest' },
  dayEnd: { markets: tradedMarkets, dueAt: afterClose, catchesUp: 'each' },
  // Of what the day was, once it is over.
  articles: { markets: shareMarkets, dueAt: afterClose, catchesUp: 'each' },
  settlement: {
    markets: shareMarkets,
    dueAt: ({ date, settlement }, market) => (settlement ? zoneOf(market).instantOf(daysOf(date), SETTLEMENT_MINUTE) : null),
    catchesUp: 'each',
  },
  reconcile: { markets: HOUSE, dueAt: ({ date }) => utcMidnight(daysOf(date)) + RECONCILE_HOUR_UTC * HOUR_MS, catchesUp: 'newest' },
  referral: { markets: HOUSE, dueAt: mondayMorning, catchesUp: 'newest' },
  housekeeping: { markets: HOUSE, dueAt: ({ date }) => utcMidnight(daysOf(date)) + HOUSEKEEPING_HOUR_UTC * HOUR_MS, catchesUp: 'newest' },
  // When the day of the house is over.
  liabilities: { markets: HOUSE, dueAt: ({ date }, market) => zoneOf(market).midnightOf(daysOf(date) + 1), catchesUp: 'newest' },
}
const jobNames = Object.keys(jobRules) as JobName[]
export const jobsOf = (market: MarketName): readonly JobName[] => jobNames.filter((job) => jobRules[job].markets.includes(market))

export type DueJob = Readonly<{ job: JobName; market: MarketName; date: CalendarDate; dueAt: Instant }>
/** The last date each job of a market has been done for. */
export type DoneUntil = Readonly<Partial<Record<JobName, CalendarDate>>>
/** A market with its days, in the order of their dates, and the jobs done of them. */
export type MarketDays = Readonly<{ market: MarketName; days: readonly CalendarDay[]; done: DoneUntil }>

/** Everything that is due and not done in these markets, in the order of its moments. */
export const dueJobs = (markets: readonly MarketDays[], now: Instant): DueJob[] =>
  markets.flatMap((each) => dueIn(each, now)).toSorted(inOrder)

function dueIn(each: MarketDays, now: Instant): DueJob[] {
  return jobsOf(each.market).flatMap((job) => {
    const due = datesOf(job, each).filter(({ dueAt }) => dueAt <= now)
    return jobRules[job].catchesUp === 'newest' ? due.slice(-1) : due
  })
}

const inOrder = (a: DueJob, b: DueJob): number => a.dueAt - b.dueAt || jobNames.indexOf(a.job) - jobNames.indexOf(b.job)

/** Returns the moment of the next job; null when these days hold none. */
export function nextDueAt(markets: readonly MarketDays[], now: Instant): Instant | null {
  const ahead = markets.flatMap((each) => jobsOf(each.market).flatMap((job) => datesOf(job, each).filter(({ dueAt }) => dueAt > now)))
  return ahead.length === 0 ? null : Math.min(...ahead.map(({ dueAt }) => dueAt))
}

function datesOf(job: JobName, { market, days, done }: MarketDays): DueJob[] {
  const until = done[job]
  return days.flatMap((day) => {
    const dueAt = until === undefined || day.date > until ? jobRules[job].dueAt(day, market) : null
    return dueAt === null ? [] : [{ job, market, date: day.date, dueAt }]
  })
}
