import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import type { FeeSchedule } from '@rueda/rules/fees/schedule.ts'
import { feesOf } from '@rueda/rules/instruments/terms.ts'
import { addDays, dayNumber } from '@rueda/rules/calendar-date.ts'
import { type Agency, type AgencyId, agencyList } from '@rueda/rules/follow/agency.ts'
import { type Candidate, type ClosesOf, type Leg, MAX_LOOK_BACK, decide, decidesOn } from '@rueda/rules/follow/strategy.ts'
import { type AgencyStrike, type Move, firstStrike, nextStrike, stoppedOn } from '@rueda/rules/follow/strike.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { type DayBar, dailyBars } from '../../venue/daily-closes.ts'
import { dateAt, strikesAt } from '../funds/schedule.ts'
import type { KeptStrike } from './agency-book.ts'
import { standingOf } from './standing.ts'
import { BENCHMARK, type Instruments, candidatesOf, isInverse, tradingTermsOf } from './candidates.ts'

/** Backtests begin here, so that their charts show more than a year. */
export const BACKTEST_FROM: CalendarDate = '2025-09-02'
/** Calendar days that hold as many trading days as a strategy looks back over: five of seven, holidays not counted. */
const CALENDAR_DAYS_BACK = Math.ceil(1.5 * MAX_LOOK_BACK)

type Striking = Pick<App, 'venue' | 'fees' | 'clock' | 'agencies' | 'offerings' | 'log'>
type Offered = Readonly<{ agency: Agency; candidates: readonly Candidate[] }>

/**
 * Strikes every agency for every trading day whose moment has come, from the prices of those days alone. An agency without a record begins
 * one with the last of these days; those before are its backtest. Returns the number of strikes.
 */
export async function strikeAgencies(app: Striking): Promise<number> {
  const { venue, clock, agencies, log } = app
  const now = clock.now()
  const offered = agencyList.flatMap((agency): readonly Offered[] => {
    const candidates = candidatesOf(venue.instruments, agency)
    const hasEnded = ['closed', 'stopped'].includes(standingOf(app, agency.id).status)
    return candidates === null || hasEnded ? [] : [{ agency, candidates }]
  })
  const since = offered.reduce<CalendarDate>(
    (from, { agency }) => {
      const next = addDays(agencies.latest(agency.id)?.date ?? addDays(BACKTEST_FROM, -1), 1)
      return next < from ? next : from
    },
    addDays(dateAt(now), 1),
  )
  const dates = await datesToStrike(venue, since, now)
  if (dates.length === 0) return 0
  const prices = await readPrices(venue, offered, dates, now)
  let count = 0
  for (const { agency, candidates } of offered) {
    try {
      const strikes = strikesFor(
        app,
        { agency, candidates },
        { dates, prices, instruments: venue.instruments, sharesFees: (date) => sharesFeesOn(app, date) },
      )
      if (strikes.length > 0) await agencies.keep(agency.id, strikes, now)
      count += strikes.length
    } catch (error) {
      // One agency that cannot be struck holds up no other; it is tried again at the next look.
      log.error({ err: error, agency: agency.id }, 'an agency could not be struck')
    }
  }
  return count
}

async function datesToStrike(venue: Striking['venue'], since: CalendarDate, now: Instant): Promise<readonly CalendarDate[]> {
  const today = dateAt(now)
  if (since > today) return []
  const days = await venue.calendar(HOUSE_MARKET, since, today)
  return days.filter((day) => day.trading && strikesAt(day) <= now).map(({ date }) => date)
}

type Prices = Readonly<{
  closesOf: (instrumentId: string, date: CalendarDate) => readonly bigint[]
  moveOf: (instrumentId: string, before: CalendarDate, date: CalendarDate) => Move | null
}>

async function readPrices(
  venue: Striking['venue'],
  offered: readonly Offered[],
  dates: readonly CalendarDate[],
  now: Instant,
): Promise<Prices> {
  const first = dates[0] ?? dateAt(now)
  const from = addDays(first, -CALENDAR_DAYS_BACK)
  const ids = new Set([BENCHMARK, ...offered.flatMap(({ candidates }) => candidates.map(({ instrumentId }) => instrumentId))])
  const daysTo = (since: CalendarDate): number => dayNumber(dateAt(now)) - dayNumber(since) + 1
  const calendar = await venue.calendar(HOUSE_MARKET, from, dates.at(-1) ?? first)
  const tradingDates = calendar.filter(({ trading }) => trading).map(({ date }) => date)
  const adjusted = await dailyBars(venue, ids, { days: daysTo(from), until: now, adjust: 'total' })
  const printed = await dailyBars(venue, ids, { days: daysTo(first), until: now, adjust: 'none' })
  const opens = new Map([...printed].map(([id, bars]) => [id, new Map(bars.map(({ date, open }) => [date, open]))]))
  const byDate = new Map([...adjusted].map(([id, bars]) => [id, new Map(bars.map((bar) => [bar.date, bar]))]))
  const carried = new Map<string, readonly (bigint | null)[]>()
  const closesOn = (id: string): readonly (bigint | null)[] => {
    const known = carried.get(id) ?? carriedCloses(adjusted.get(id) ?? [], tradingDates)
    carried.set(id, known)
    return known
  }
  const closeOn = (id: string, date: CalendarDate): bigint | null => closesOn(id)[tradingDates.indexOf(date)] ?? null
  return {
    closesOf: (id, date) => {
      const end = tradingDates.indexOf(date) + 1
      return closesOn(id)
        .slice(Math.max(0, end - MAX_LOOK_BACK), end)
        .filter((close) => close !== null)
    },
    moveOf: (id, beforeDate, date) => {
      const [before, now_] = [closeOn(id, beforeDate), closeOn(id, date)]
      if (before === null || now_ === null || before === 0n || now_ === 0n) return null
      const bar = byDate.get(id)?.get(date)
      const open = bar === undefined || bar.open === 0n ? before : bar.open
      const print = bar === undefined ? null : (opens.get(id)?.get(date) ?? null)
      return { instrumentId: id, before, open, now: now_, printed: print, isInverse: isInverse(venue.instruments.get(id)) }
    },
  }
}

/** The last close on each date or before it; null before there was one. */
function carriedCloses(bars: readonly DayBar[], dates: readonly CalendarDate[]): readonly (bigint | null)[] {
  let next = 0
  let last: bigint | null = null
  return dates.map((date) => {
    for (let bar = bars[next]; bar !== undefined && bar.date <= date; bar = bars[next]) {
      last = bar.close
      next += 1
    }
    return last
  })
}

/** An agency pays the commissions of customers, those of the day it trades on and of the first step. */
function sharesFeesOn({ fees }: Pick<Striking, 'fees'>, date: CalendarDate): FeeSchedule {
  const { market } = AGENCY_SHARES
  return feesOf(AGENCY_SHARES, SCALE, fees.rates({ market, accountId: null }, zoneOf(HOUSE_MARKET).midnightOf(dayNumber(date))))
}
const AGENCY_SHARES = { market: 'US', contract: null } as const

type Days = Readonly<{
  dates: readonly CalendarDate[]
  prices: Prices
  instruments: Instruments
  sharesFees: (date: CalendarDate) => FeeSchedule
}>

function strikesFor(app: Striking, offered: Offered, days: Days): readonly KeptStrike[] {
  const { id } = offered.agency
  const last = app.agencies.latest(id)
  const kept = (kind: KeptStrike['kind'], strikes: readonly AgencyStrike[]): readonly KeptStrike[] =>
    strikes.map((strike) => ({ ...strike, kind, benchmark: days.prices.closesOf(BENCHMARK, strike.date).at(-1) ?? null }))
  if (last !== null) return kept('live', upToEnd(app, id, strikesAfter(offered, last, days)))
  const begins = days.dates.at(-1)
  const first = days.dates.find((date) => isPriced(offered, date, days.prices))
  if (begins === undefined || first === undefined) return []
  const start = firstStrike(first, planOn(offered, first, days.prices))
  const live = firstStrike(begins, planOn(offered, begins, days.prices))
  const backtest = [start, ...strikesAfter(offered, start, days)]
  return [...(backtest.length > 1 ? kept('backtest', backtest) : []), ...kept('live', [live])]
}

/** Nothing is struck after the end of an agency, whether staff have set it or its protective stop. */
function upToEnd(app: Striking, id: AgencyId, strikes: readonly AgencyStrike[]): readonly AgencyStrike[] {
  const { endsOn } = standingOf(app, id)
  const within = strikes.filter(({ date }) => endsOn === null || date <= endsOn)
  const stopped = stoppedOn([...app.agencies.days(id, 'live'), ...within])
  return stopped === null ? within : within.filter(({ date }) => date <= stopped)
}

const isPriced = ({ candidates }: Offered, date: CalendarDate, prices: Prices): boolean =>
  candidates.every(({ instrumentId }) => prices.closesOf(instrumentId, date).length > 0)

function planOn({ agency, candidates }: Offered, date: CalendarDate, prices: Prices): readonly Leg[] {
  const closesOf: ClosesOf = (instrumentId) => prices.closesOf(instrumentId, date)
  return decide(agency.strategy, candidates, closesOf)
}

function strikesAfter(offered: Offered, last: AgencyStrike, { dates, prices, instruments, sharesFees }: Days): readonly AgencyStrike[] {
  const strikes: AgencyStrike[] = []
  let before = last
  for (const date of dates) {
    if (date <= before.date) continue
    const from = before.date
    // A strategy that had too few closes to decide on looks again each day until it has enough.
    const hasNothing = before.positions.length === 0 && (before.plan ?? []).length === 0
    const isDue = hasNothing || decidesOn(offered.agency.strategy, from, date)
    before = nextStrike(offered.agency, before, {
      date,
      moveOf: (id) => prices.moveOf(id, from, date),
      termsOf: (id) => tradingTermsOf(instruments, id, sharesFees(date)),
      plan: isDue ? planOn(offered, date, prices) : null,
    })
    strikes.push(before)
  }
  return strikes
}
