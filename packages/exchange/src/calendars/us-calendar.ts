import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { CalendarDay, Session, SessionPhase } from '../venue.ts'
import { type DayNumber, civilOf, dateOfDays, daysOf, isWeekend } from './civil.ts'
import type { MarketCalendar, TradingHours } from './market-calendar.ts'
import { NEW_YORK, dateAt, dayAt, instantOf, midnightOf } from './new-york.ts'
import { holidayOn, isProjectedYear } from './us-holidays.ts'

/** Trading hours of the United States exchanges in minutes of the New York day (`domain.md` B.1). */
const PRE_OPENS = 4 * 60
const OPENS = 9 * 60 + 30
const CLOSES = 16 * 60
const POST_CLOSES = 20 * 60
const HALF_DAY_CLOSES = 13 * 60
const HALF_DAY_POST_CLOSES = 17 * 60

/** The calendar of the United States exchanges, with extended hours, half days and bank holidays. */
export function createUsCalendar(): MarketCalendar {
  let current: Session | null = null
  let since: Instant = Infinity
  return {
    timeZone: NEW_YORK,
    session: (now) => {
      if (current === null || now < since || now >= current.changesAt) {
        current = sessionAt(now)
        since = now
      }
      return current
    },
    calendarDay: (date) => calendarDay(daysOf(date)),
    calendarDays: (from, to) => {
      const [first, last] = [daysOf(from), daysOf(to)]
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => calendarDay(first + index))
    },
    settlementDate,
    previousTradingDate: (date) => dateOfDays(previousTradingDay(daysOf(date))),
    nextTradingDate: (date) => dateOfDays(nextTradingDay(daysOf(date))),
    dateOf: dateAt,
    midnightOf: (date) => midnightOf(daysOf(date)),
    hoursOf,
    nextTradingDay,
    previousTradingDay,
  }
}

const trades = (day: DayNumber): boolean => !isWeekend(day) && holidayOn(day)?.kind !== 'closed'
const settles = (day: DayNumber): boolean => trades(day) && holidayOn(day)?.kind !== 'banksClosed'

function nextTradingDay(day: DayNumber): DayNumber {
  let next = day + 1
  while (!trades(next)) next += 1
  return next
}

function previousTradingDay(day: DayNumber): DayNumber {
  let previous = day - 1
  while (!trades(previous)) previous -= 1
  return previous
}

function settlementDate(tradeDate: CalendarDate, days: number): CalendarDate {
  let day = daysOf(tradeDate)
  for (let left = days; left > 0; left -= 1) {
    day += 1
    while (!settles(day)) day += 1
  }
  return dateOfDays(day)
}

function hoursOf(day: DayNumber): TradingHours | null {
  if (!trades(day)) return null
  const halfDay = holidayOn(day)?.kind === 'half'
  const at = (minutes: number): Instant => instantOf(day, minutes)
  const closesAt = at(halfDay ? HALF_DAY_CLOSES : CLOSES)
  return {
    before: { opensAt: at(PRE_OPENS), closesAt: at(OPENS) },
    regular: { opensAt: at(OPENS), closesAt },
    after: { opensAt: closesAt, closesAt: at(halfDay ? HALF_DAY_POST_CLOSES : POST_CLOSES) },
    halfDay,
  }
}

/** The trade date is that of the sessions under way; once its last one is over, that of the next. */
function sessionAt(now: Instant): Session {
  const today = dayAt(now)
  const todays = hoursOf(today)
  const over = todays === null || now >= (todays.after ?? todays.regular).closesAt
  const day = over ? nextTradingDay(today) : today
  const hours = over ? hoursOf(day) : todays
  if (hours === null || hours.before === null || hours.after === null) throw new Error(`no hours on ${dateOfDays(day)}`)
  const { before, regular, after } = hours
  const [phase, changesAt]: [SessionPhase, Instant] =
    now < before.opensAt
      ? ['CLOSED', before.opensAt]
      : now < regular.opensAt
        ? ['PRE', regular.opensAt]
        : now < regular.closesAt
          ? ['OPEN', regular.closesAt]
          : ['POST', after.closesAt]
  return { phase, tradeDate: dateOfDays(day), ...regular, changesAt, matching: phase === 'OPEN' }
}

function calendarDay(day: DayNumber): CalendarDay {
  const hours = hoursOf(day)
  return {
    date: dateOfDays(day),
    trading: hours !== null,
    settlement: settles(day),
    halfDay: hours?.halfDay ?? false,
    sessions: hours === null ? [] : sessionsOf(hours),
    holidayName: holidayOn(day)?.name ?? null,
    projected: isProjectedYear(civilOf(day).year),
  }
}

function sessionsOf(hours: TradingHours): CalendarDay['sessions'] {
  const listed = [
    { type: 'PRE' as const, hours: hours.before },
    { type: 'REGULAR' as const, hours: hours.regular },
    { type: 'POST' as const, hours: hours.after },
  ]
  return listed.flatMap((session) => (session.hours === null ? [] : [{ type: session.type, ...session.hours }]))
}
