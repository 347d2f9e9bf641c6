import type { Instant } from '@rueda/rules/time.ts'
import type { Bar, BarInterval, BarRequest, BarSeries } from '../venue.ts'
import { type DayNumber, MONDAY, civilOf, weekday } from '../calendars/civil.ts'
import { withinUnits } from './daily-limits.ts'
import { type History, type Series, hasBegun, hasEnded } from './history.ts'
import { type Scale, scaleOf, scaledBar, scaledPrice, scaledUnits } from './adjusted-bars.ts'
import { type Grain, barsOfSession, foldBars, toBar } from './intraday-bars.ts'
import { toPrice, toTick } from './price-units.ts'
import type { SessionKind } from './session-clock.ts'
import type { SimPrices } from './sim-prices.ts'
import type { UnitBar } from './tape.ts'

/** Bars of every length, newest last, never past `now`. Long ones fold day bars, short ones come from the day's tree. */

export const GRAINS: Readonly<Partial<Record<BarInterval, Grain>>> = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '60m': 60 }
/** Newest first. */
const EXTENDED: readonly SessionKind[] = ['after', 'regular', 'before']
const REGULAR: readonly SessionKind[] = ['regular']

export function barsOf(history: History, prices: SimPrices, series: Series, request: BarRequest, now: Instant): BarSeries {
  const until = Math.min(request.until, now)
  const grain = GRAINS[request.interval]
  const bars =
    grain === undefined
      ? dayBars(history, prices, series, request, until, now)
      : shortBars(history, prices, series, request, grain, until, now)
  const first = bars[0]
  const { timeline } = history.context
  const previousClose = first === undefined ? 0n : closeBefore(history, prices, series, { ...request, until: first.at }, now)
  return { timeZone: timeline.calendar.timeZone, previousClose, bars }
}

function closeBefore(history: History, prices: SimPrices, series: Series, { adjust, until }: BarRequest, now: Instant): bigint {
  const ordinal = history.ordinalAt(until)
  const close = toPrice(prices.previousClose(series, ordinal))
  const scale = scaleOf(series, ordinal, daySeenFrom(history, series, now), adjust)
  return scale === null ? close : scaledPrice(close, scale)
}

/** The scale of a day's prices as seen from now; null where nothing changes. */
export const scaleSeenAt = (history: History, series: Series, ordinal: number, adjust: BarRequest['adjust'], now: Instant): Scale | null =>
  adjust === 'none' ? null : scaleOf(series, ordinal, daySeenFrom(history, series, now), adjust)

/** The day in whose shares everybody counts now: it begins with its first session. */
function daySeenFrom(history: History, series: Series, now: Instant): number {
  const ordinal = history.ordinalAt(now)
  const hours = history.hoursOf(Math.max(0, ordinal))
  const seen = ordinal > 0 && !hasBegun(hours.before ?? hours.regular, now) ? ordinal - 1 : ordinal
  series.days.upTo(Math.max(0, seen))
  return seen
}

function shortBars(
  history: History,
  prices: SimPrices,
  series: Series,
  request: BarRequest,
  grain: Grain,
  until: Instant,
  now: Instant,
): Bar[] {
  const kinds = request.hours === 'extended' ? EXTENDED : REGULAR
  const seenFrom = daySeenFrom(history, series, now)
  const sessions: Bar[][] = []
  let count = 0
  for (let ordinal = history.ordinalAt(until); ordinal >= series.first && count < request.limit; ordinal -= 1) {
    for (const kind of kinds) {
      if (kind === 'before' && series.company?.isNew === true && ordinal === series.first) continue
      const wanted = { grain, until, newest: request.limit - count }
      const bars = barsOfSession(history, prices, { series, ordinal, kind }, wanted, now).filter((bar) => bar.at <= until)
      const scale = bars.length === 0 ? null : scaleOf(series, ordinal, seenFrom, request.adjust)
      sessions.push(scale === null ? bars : bars.map((bar) => scaledBar(bar, scale)))
      count += bars.length
    }
  }
  return sessions.reverse().flat().slice(-request.limit)
}

/** A group is a day, a week from Monday or a calendar month; it opens with the first session in it. */
function dayBars(history: History, prices: SimPrices, series: Series, request: BarRequest, until: Instant, now: Instant): Bar[] {
  const { timeline } = history.context
  const groupOf = groupOfDays(request.interval)
  const group = (ordinal: number): number => groupOf(timeline.dayOf(ordinal))
  const goesOnAfter = (ordinal: number): boolean => groupOf(timeline.calendar.nextTradingDay(timeline.dayOf(ordinal))) === group(ordinal)
  const latest = latestBegun(history, now)
  const seenFrom = daySeenFrom(history, series, now)
  let end = Math.min(latest, history.ordinalAt(until))
  while (end >= 0 && end < latest && group(end + 1) === group(end)) end += 1
  const bars: Bar[] = []
  while (end >= series.first && bars.length < request.limit) {
    let start = end
    while (start > series.first && group(start - 1) === group(end)) start -= 1
    const at = history.hoursOf(start).regular.opensAt
    const partial = end === latest && (goesOnAfter(end) || !hasEnded(history.hoursOf(end).regular, now))
    const days = Array.from({ length: end - start + 1 }, (_, index) => {
      const bar = dayBar(history, prices, series, start + index, now)
      const scale = scaleOf(series, start + index, seenFrom, request.adjust)
      return scale === null ? bar : scaledUnits(bar, scale)
    })
    if (at <= until) bars.push(toBar(series, at, foldBars(days), partial))
    end = start - 1
  }
  return bars.reverse()
}

function latestBegun(history: History, now: Instant): number {
  const ordinal = history.ordinalAt(now)
  return ordinal >= 0 && hasBegun(history.hoursOf(ordinal).regular, now) ? ordinal : ordinal - 1
}

/** A finished day's bar needs no path; of a running one only the minutes that are over count. */
export function dayBar(history: History, prices: SimPrices, series: Series, ordinal: number, now: Instant): UnitBar {
  const { regular } = history.hoursOf(ordinal)
  if (!hasEnded(regular, now)) {
    const { open, high, low, last, volume } = prices.standing(series, ordinal, 'regular', now)
    return { open, high, low, close: last, volume }
  }
  const finished = history.finishedBars.of(series.id)
  const known = finished.get(ordinal)
  if (known !== undefined) return known
  const { arithmetic } = history.context.laws.on(ordinal)
  const { openPrice, close, high, low, volume, limits = null } = series.days.outline(ordinal)
  const price = (log: number): number => withinUnits(toTick(openPrice * arithmetic.exp(log)), limits)
  const bar = { open: price(0), high: price(high), low: price(low), close: price(close), volume }
  finished.set(ordinal, bar)
  return bar
}

const eachDay = (day: DayNumber): number => day
/** Weeks are numbered so that one begins each Monday. */
const eachWeek = (day: DayNumber): number => (day - ((weekday(day) - MONDAY + 7) % 7)) / 7
function eachMonth(day: DayNumber): number {
  const { year, month } = civilOf(day)
  return year * 12 + month
}
const GROUPS: Readonly<Partial<Record<BarInterval, (day: DayNumber) => number>>> = { day: eachDay, week: eachWeek, month: eachMonth }

/** Days of one group are one bar. */
export const groupOfDays = (interval: BarInterval): ((day: DayNumber) => number) => GROUPS[interval] ?? eachDay
