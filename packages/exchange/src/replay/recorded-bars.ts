import { SCALE, greatest, least } from '@rueda/rules/decimal.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { MONDAY, dateOfDays, daysOf, weekday } from '../calendars/civil.ts'
import { dateAt, midnightOf } from '../calendars/new-york.ts'
import type { Bar, BarInterval, BarRequest } from '../venue.ts'
import { type Adjustment, adjustedRow, seen, viewOf } from './adjustment.ts'
import type { DailyRow } from './lean-rows.ts'
import type { RecordedHours, RecordedSessions } from './recorded-sessions.ts'
import type { Tape } from './tape.ts'

/**
 * Bars of the recorded market. A finished minute is the file's row, to the digit; of the minute under way only its
 * opening trade is known. Longer bars are folded from minutes, and days come from the daily file, up to the last
 * day that has closed.
 */
const MINUTES: Readonly<Partial<Record<BarInterval, number>>> = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '60m': 60 }
const DAYS_PER_WEEK = 7
/** The most daily rows a bar can be made of. */
const DAYS_IN: Readonly<Record<BarInterval, number>> = { '1m': 1, '5m': 1, '15m': 1, '30m': 1, '60m': 1, 'day': 1, 'week': 7, 'month': 31 }

export function recordedBars(tape: Tape, sessions: RecordedSessions, ticker: string, request: BarRequest, now: Instant): readonly Bar[] {
  const until = Math.min(request.until, now)
  const minutes = MINUTES[request.interval]
  if (minutes === undefined) return longBars(tape, sessions, ticker, request, until, now)
  const days = sessions.hours.filter((day) => midnightOf(daysOf(day.date)) <= until)
  const today = sessions.begun(now)?.date ?? dateAt(now)
  const bars: Bar[] = []
  for (const day of days.toReversed()) {
    const view = viewOf(tape.factors(ticker), { date: day.date, from: today, adjustment: request.adjust })
    const recorded = dayMinutes(tape, ticker, day, request.hours, now).filter((bar) => bar.at <= until)
    const own = view === null ? recorded : recorded.map((bar) => ({ ...bar, ...seen(bar, view) }))
    bars.unshift(
      ...fold(own, (bar) => day.opensAt + Math.floor((bar.at - day.opensAt) / (minutes * MINUTE_MS)) * minutes * MINUTE_MS, now, minutes),
    )
    if (bars.length >= request.limit) break
  }
  return bars.slice(-request.limit)
}

/** The minutes of a day that have begun. */
export function dayMinutes(tape: Tape, ticker: string, day: RecordedHours, hours: BarRequest['hours'], now: Instant): readonly Bar[] {
  const bars: Bar[] = []
  for (const row of tape.day(ticker, day.date).trades) {
    if (row.at > now) break
    if (hours === 'regular' && (row.at < day.opensAt || row.at >= day.closesAt)) continue
    const { at, open, high, low, close, volume } = row
    const finished = at + MINUTE_MS <= now
    if (finished) bars.push({ at, open, high, low, close, volume, turnover: (close * volume) / SCALE, partial: false })
    else bars.push({ at, open, high: open, low: open, close: open, volume: 0n, turnover: 0n, partial: true })
  }
  return bars
}

function longBars(
  tape: Tape,
  sessions: RecordedSessions,
  ticker: string,
  request: BarRequest,
  until: Instant,
  now: Instant,
): readonly Bar[] {
  const days = dayBars(tape, sessions, ticker, request, now).filter((bar) => bar.at <= until)
  if (request.interval === 'day') return days.slice(-request.limit)
  return fold(days, request.interval === 'week' ? weekOf : monthOf, now, null).slice(-request.limit)
}

/** Days that have closed, from the daily file, and the day under way, from its minutes. */
function dayBars(
  tape: Tape,
  sessions: RecordedSessions,
  ticker: string,
  { adjust, limit, interval, until }: BarRequest,
  now: Instant,
): readonly Bar[] {
  const begun = sessions.begun(now)
  const today = begun?.date ?? dateAt(now)
  const closed = begun !== null && now >= begun.closesAt
  const factors = tape.factors(ticker)
  const latest = dateAt(Math.min(until, now))
  const isOver = (row: DailyRow) => row.date <= latest && (row.date < today || (closed && row.date === today))
  const needed = tape
    .daily(ticker)
    .filter(isOver)
    .slice(-limit * DAYS_IN[interval])
  const bars = needed.map((row) => dailyBar(adjustedRow(row, factors, adjust, today), sessions.opensOn(row.date)))
  const last = bars.at(-1)
  if (begun === null || latest < today || last?.at === begun.opensAt) return bars
  const underWay = foldAll(dayMinutes(tape, ticker, begun, 'regular', now), begun.opensAt, !closed)
  return underWay === null ? bars : [...bars, underWay]
}

const dailyBar = ({ open, high, low, close, volume }: DailyRow, at: Instant): Bar => ({
  at,
  open,
  high,
  low,
  close,
  volume,
  turnover: (close * volume) / SCALE,
  partial: false,
})

type CloseBefore = Readonly<{ date: CalendarDate; seenFrom: CalendarDate; adjustment: Adjustment }>

/** The close of the last day before a date, as it looks from another; null where the files begin later. */
export function closeBefore(tape: Tape, ticker: string, { date, seenFrom, adjustment }: CloseBefore): bigint | null {
  const row = tape.daily(ticker).findLast((each) => each.date < date)
  return row === undefined ? null : adjustedRow(row, tape.factors(ticker), adjustment, seenFrom).close
}

/** Bars of the same span become one: of minutes from its start on, of days from the first of them. */
function fold(bars: readonly Bar[], startOf: (bar: Bar) => Instant, now: Instant, minutes: number | null): Bar[] {
  const folded: Bar[] = []
  let part: Bar[] = []
  const finish = () => {
    const [first] = part
    if (first === undefined) return
    const at = minutes === null ? first.at : startOf(first)
    const underWay = minutes === null ? part.some((bar) => bar.partial) : at + minutes * MINUTE_MS > now
    const bar = foldAll(part, at, underWay)
    if (bar !== null) folded.push(bar)
  }
  for (const bar of bars) {
    const [first] = part
    if (first !== undefined && startOf(first) !== startOf(bar)) {
      finish()
      part = []
    }
    part.push(bar)
  }
  finish()
  return folded
}

export function foldAll(bars: readonly Bar[], at: Instant, partial: boolean): Bar | null {
  const [first] = bars
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    at,
    open: first.open,
    high: bars.reduce((high, bar) => greatest(high, bar.high), first.high),
    low: bars.reduce((low, bar) => least(low, bar.low), first.low),
    close: last.close,
    volume: bars.reduce((sum, bar) => sum + bar.volume, 0n),
    turnover: bars.reduce((sum, bar) => sum + bar.turnover, 0n),
    partial,
  }
}

/** Weeks begin on Mondays. */
function weekOf(bar: Bar): Instant {
  const day = daysOf(dateAt(bar.at))
  return midnightOf(day - ((weekday(day) - MONDAY + DAYS_PER_WEEK) % DAYS_PER_WEEK))
}

const monthOf = (bar: Bar): Instant => midnightOf(daysOf(`${dateOfDays(daysOf(dateAt(bar.at))).slice(0, 7)}-01`))
