import type { ClosureCause } from '@rueda/rules/markets/closed-day.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { CalendarDay, Session, SessionPhase } from '../venue.ts'
import { type DayNumber, civilOf, dateOfDays, daysOf } from './civil.ts'
import type { HolidayTable } from './holidays.ts'
import type { Hours, MarketCalendar, TradingHours } from './market-calendar.ts'
import type { TimeZone } from './time-zones.ts'

/** The days and hours by which markets' calendars differ. */
export type MarketDays = Readonly<{
  zone: TimeZone
  /** Minutes before midnight at which the market's day begins; 0 for exchanges. */
  beginsBeforeMidnight: number
  /** Null on days without trading. */
  hoursOf(day: DayNumber): TradingHours | null
  settles(day: DayNumber): boolean
  holidays: HolidayTable
  /** Why staff have closed a day; left out where they have closed none. */
  closureOn?: ClosureOn
}>

export type ClosureOn = (day: DayNumber) => ClosureCause | null

/** The same market without the days that staff have closed: they neither trade nor settle. */
export const withoutClosedDays = (market: MarketDays, closureOn: ClosureOn | undefined): MarketDays =>
  closureOn === undefined
    ? market
    : {
        ...market,
        closureOn,
        hoursOf: (day) => (closureOn(day) === null ? market.hoursOf(day) : null),
        settles: (day) => closureOn(day) === null && market.settles(day),
      }

/** A market with sessions, closed days and a settlement table of its own. */
export function createSessionCalendar(market: MarketDays): MarketCalendar {
  const { zone, hoursOf } = market
  const days = new TradingDays(market)
  let current: Session | null = null
  let since: Instant = Infinity
  return {
    zone,
    timeZone: zone.name,
    session: (now) => {
      if (current === null || now < since || now >= current.changesAt) {
        current = days.sessionAt(now)
        since = now
      }
      return current
    },
    calendarDay: (date) => days.calendarDay(daysOf(date)),
    calendarDays: (from, to) => {
      const [first, last] = [daysOf(from), daysOf(to)]
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => days.calendarDay(first + index))
    },
    settlementDate: (tradeDate, count) => days.settlementDate(tradeDate, count),
    previousTradingDate: (date) => dateOfDays(days.previous(daysOf(date))),
    nextTradingDate: (date) => dateOfDays(days.next(daysOf(date))),
    dateOf: (now) => dateOfDays(days.dayAt(now)),
    dayAt: (now) => days.dayAt(now),
    beginOf: (day) => days.beginOf(day),
    hoursOf,
    nextTradingDay: (day) => days.next(day),
    previousTradingDay: (day) => days.previous(day),
  }
}

const MINUTES_PER_DAY = 24 * 60

class TradingDays {
  readonly #market: MarketDays

  constructor(market: MarketDays) {
    this.#market = market
  }

  dayAt(now: Instant): DayNumber {
    const day = this.#market.zone.dayAt(now)
    return now >= this.beginOf(day + 1) ? day + 1 : day
  }

  beginOf(day: DayNumber): Instant {
    const { zone, beginsBeforeMidnight } = this.#market
    return beginsBeforeMidnight === 0 ? zone.midnightOf(day) : zone.instantOf(day - 1, MINUTES_PER_DAY - beginsBeforeMidnight)
  }

  next(day: DayNumber): DayNumber {
    let next = day + 1
    while (this.#market.hoursOf(next) === null) next += 1
    return next
  }

  previous(day: DayNumber): DayNumber {
    let previous = day - 1
    while (this.#market.hoursOf(previous) === null) previous -= 1
    return previous
  }

  settlementDate(tradeDate: CalendarDate, count: number): CalendarDate {
    let day = daysOf(tradeDate)
    for (let left = count; left > 0; left -= 1) {
      day += 1
      while (!this.#market.settles(day)) day += 1
    }
    return dateOfDays(day)
  }

  /** The trade date is that of the sessions under way; once its last one is over, that of the next. */
  sessionAt(now: Instant): Session {
    const today = this.dayAt(now)
    const todays = this.#market.hoursOf(today)
    const isOver = todays === null || now >= (phasesOf(todays).at(-1)?.closesAt ?? 0)
    const day = isOver ? this.next(today) : today
    const hours = isOver ? this.#market.hoursOf(day) : todays
    if (hours === null) throw new Error(`no hours on ${dateOfDays(day)}`)
    const running = phasesOf(hours).find(({ closesAt }) => now < closesAt)
    if (running === undefined) throw new Error(`no session left on ${dateOfDays(day)}`)
    const begun = now >= running.opensAt
    const phase = begun ? running.phase : 'CLOSED'
    const changesAt = begun ? running.closesAt : running.opensAt
    return {
      phase,
      tradeDate: dateOfDays(day),
      ...hours.regular,
      changesAt,
      matching: phase === 'OPEN',
      ...(begun && hours.fixedPrice?.opensAt === running.opensAt ? { fixedPrice: true } : {}),
      ...(hours.oddLots === null ? {} : { oddLots: hours.oddLots }),
      ...endOfDayOrders(hours),
    }
  }

  calendarDay(day: DayNumber): CalendarDay {
    const hours = this.#market.hoursOf(day)
    const closure = this.#market.closureOn?.(day) ?? null
    return {
      date: dateOfDays(day),
      trading: hours !== null,
      settlement: this.#market.settles(day),
      halfDay: hours?.halfDay ?? false,
      sessions: hours === null ? [] : sessionsOf(hours),
      holidayName: this.#market.holidays.on(day)?.name ?? null,
      projected: this.#market.holidays.isProjected(civilOf(day).year),
      ...(hours === null ? {} : endOfDayOrders(hours)),
      ...(closure === null ? {} : { closure }),
    }
  }
}

/** Orders that wait at the close may still trade at the closing price. */
const endOfDayOrders = ({ fixedPrice }: TradingHours): Pick<Session, 'dayOrdersEndAt'> =>
  fixedPrice === null ? {} : { dayOrdersEndAt: fixedPrice.closesAt }

type Phase = Readonly<{ phase: SessionPhase }> & Hours

/** The day's phases in their order; between two of them the market is closed. */
function phasesOf(hours: TradingHours): readonly Phase[] {
  const { before, regular, after, closingAuctionFrom, fixedPrice } = hours
  const phases: Phase[] = []
  if (before !== null) phases.push({ phase: 'PRE', ...before })
  const continuous = partsOf({ ...hours, regular: { ...regular, closesAt: closingAuctionFrom ?? regular.closesAt } })
  for (const [index, part] of continuous.entries()) {
    const earlier = continuous[index - 1]
    if (earlier !== undefined) phases.push({ phase: 'LUNCH', opensAt: earlier.closesAt, closesAt: part.opensAt })
    phases.push({ phase: 'OPEN', ...part })
  }
  if (closingAuctionFrom !== null) phases.push({ phase: 'AUCTION', opensAt: closingAuctionFrom, closesAt: regular.closesAt })
  if (after !== null) phases.push({ phase: 'POST', ...after })
  if (fixedPrice !== null) phases.push({ phase: 'POST', ...fixedPrice })
  return phases
}

/** The regular session without its breaks. */
function partsOf({ regular, breaks }: Pick<TradingHours, 'regular' | 'breaks'>): readonly Hours[] {
  const opens = [regular.opensAt, ...breaks.map(({ closesAt }) => closesAt)]
  const closes = [...breaks.map(({ opensAt }) => opensAt), regular.closesAt]
  return opens.map((opensAt, index) => ({ opensAt, closesAt: closes[index] ?? regular.closesAt }))
}

function sessionsOf(hours: TradingHours): CalendarDay['sessions'] {
  const { before, after, fixedPrice } = hours
  const listed = [
    { type: 'PRE' as const, hours: before },
    ...partsOf(hours).map((part) => ({ type: 'REGULAR' as const, hours: part })),
    { type: 'POST' as const, hours: after },
    { type: 'POST' as const, hours: fixedPrice },
  ]
  return listed.flatMap((session) => (session.hours === null ? [] : [{ type: session.type, ...session.hours }]))
}
