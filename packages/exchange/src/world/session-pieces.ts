import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { DayNumber } from '../calendars/civil.ts'
import type { Hours, MarketCalendar } from '../calendars/market-calendar.ts'
import type { Grain } from '../prices/intraday-bars.ts'
import type { BarInterval } from '../venue.ts'

/**
 * The day of one market cut by the sessions of another: the hours in which the other trades too, and those before and
 * after, in which it does not.
 */
export type Piece = Readonly<{
  kind: 'own' | 'before' | 'after'
  /** The day of the market it is seen from. */
  day: DayNumber
  /** The day whose session it is, or that lies next to it. */
  ownDay: DayNumber
  from: Instant
  to: Instant
  /** From where the piece's own bars count, and from where those of the market it is seen from. */
  countsFrom: Instant
  seenFrom: Instant
  /** True when it is a session from its beginning to its end. */
  isWhole: boolean
}>

export type SessionTable = Readonly<{ own: MarketCalendar; seenFrom: MarketCalendar; hasNights: boolean }>

export function piecesOf({ own, seenFrom, hasNights }: SessionTable, day: DayNumber): readonly Piece[] {
  const hours = seenFrom.hoursOf(day)?.regular
  if (hours === undefined) return []
  const sessions = ownPieces(own, day, hours)
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (!hasNights) return sessions
  if (first === undefined || last === undefined) return [closedAllDay(own, day, hours)]
  return [...nightPiece('before', first, hours.opensAt, first.from), ...sessions, ...nightPiece('after', last, last.to, hours.closesAt)]
}

function ownPieces(own: MarketCalendar, day: DayNumber, hours: Hours): Piece[] {
  const pieces: Piece[] = []
  for (let ownDay = own.dayAt(hours.opensAt); ownDay <= own.dayAt(hours.closesAt - 1); ownDay += 1) {
    const session = own.hoursOf(ownDay)?.regular
    if (session === undefined) continue
    const [from, to] = [Math.max(session.opensAt, hours.opensAt), Math.min(wholeMinutes(session), hours.closesAt)]
    const isWhole = from === session.opensAt && to === wholeMinutes(session)
    if (from < to) pieces.push({ kind: 'own', day, ownDay, from, to, countsFrom: session.opensAt, seenFrom: hours.opensAt, isWhole })
  }
  return pieces
}

/** A day on which the other market does not trade: all of it comes after its last session. */
const closedAllDay = (own: MarketCalendar, day: DayNumber, { opensAt, closesAt }: Hours): Piece => ({
  kind: 'after',
  day,
  ownDay: own.previousTradingDay(own.dayAt(opensAt) + 1),
  from: opensAt,
  to: closesAt,
  countsFrom: opensAt,
  seenFrom: opensAt,
  isWhole: true,
})

/** A session that ends within a minute ends with the last whole one. */
const wholeMinutes = ({ opensAt, closesAt }: Hours): Instant => opensAt + Math.floor((closesAt - opensAt) / MINUTE_MS) * MINUTE_MS

const nightPiece = (kind: 'before' | 'after', beside: Piece, from: Instant, to: Instant): Piece[] =>
  from < to ? [{ ...beside, kind, from, to, countsFrom: from, isWhole: true }] : []

const FROM_LARGEST = [60, 30, 15, 5, 1] as const
const INTERVALS: Readonly<Record<Grain, BarInterval>> = { 1: '1m', 5: '5m', 15: '15m', 30: '30m', 60: '60m' }

/** The longest bars of a piece that lie each in one bar of the grain asked for. */
export function grainWithin({ from, to, countsFrom, seenFrom, isWhole }: Piece, asked: Grain | 'whole'): Grain | 'whole' {
  if (asked === 'whole' && isWhole) return 'whole'
  const [start, end] = [(from - countsFrom) / MINUTE_MS, (to - countsFrom) / MINUTE_MS]
  const shift = (countsFrom - seenFrom) / MINUTE_MS
  const fits = (grain: number): boolean => {
    const cutsEvenly = start % grain === 0 && (isWhole || end % grain === 0)
    return cutsEvenly && (asked === 'whole' || (asked % grain === 0 && shift % grain === 0))
  }
  return FROM_LARGEST.find(fits) ?? 1
}

export const intervalOf = (grain: Grain | 'whole'): BarInterval => (grain === 'whole' ? 'day' : INTERVALS[grain])
