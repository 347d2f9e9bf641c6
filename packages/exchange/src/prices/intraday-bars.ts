import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Bar } from '../venue.ts'
import { type History, type Series, hasBegun, hasEnded, hoursOfKind } from './history.ts'
import type { LiveSession } from './live-session.ts'
import type { MarketPulse } from './market-pulse.ts'
import { toPrice, toQuantity } from './price-units.ts'
import type { SessionKind } from './session-clock.ts'
import type { SimPrices } from './sim-prices.ts'
import { type Tape, type UnitBar, toTurnover, turnoverOf } from './tape.ts'
import { TreeCursor } from './tree-cursor.ts'

/** Bars of minutes and hours. They are counted from each session's open, so the last of a session may be shorter. */

/** Minutes of a bar; the tree is cut so that each of these is one of its nodes. */
export type Grain = 1 | 5 | 15 | 30 | 60
export type SessionPlace = Readonly<{ series: Series; ordinal: number; kind: SessionKind }>

export type PlacedBar = Readonly<{ minute: number; bar: UnitBar; partial: boolean }>

/** The wanted bars: so many of the newest that open up to a moment; of bars longer than a minute there may be more. */
export type Wanted = Readonly<{ grain: Grain; until: Instant; newest: number }>

/** A session's bars that have begun by `now`, oldest first. */
export function barsOfSession(
  history: History,
  prices: SimPrices,
  place: SessionPlace,
  { grain, until, newest }: Wanted,
  now: Instant,
): Bar[] {
  const hours = hoursOfKind(history.hoursOf(place.ordinal), place.kind)
  if (hours === null || !hasBegun(hours, now)) return []
  const { series, ordinal, kind } = place
  const minutes = { end: Math.max(0, Math.floor((until - hours.opensAt) / MINUTE_MS) + 1), newest }
  const placed = hasEnded(hours, now)
    ? finishedBars(history.tape(series, ordinal, kind), history.pulse, grain, minutes)
    : runningBars(prices.liveSession(series, ordinal, kind), grain, now, minutes)
  return placed.map(({ minute, bar, partial }) => toBar(place.series, hours.opensAt + minute * MINUTE_MS, bar, partial))
}

export const toBar = (series: Series, at: Instant, bar: UnitBar, partial: boolean): Bar => ({
  at,
  open: toPrice(bar.open),
  high: toPrice(bar.high),
  low: toPrice(bar.low),
  close: toPrice(bar.close),
  volume: series.company === null ? 0n : toQuantity(bar.volume),
  turnover: series.company === null ? 0n : toTurnover(turnoverOf(bar)),
  partial,
})

/** The single minutes that are wanted: those before `end`, and of them the newest. */
export type Minutes = Readonly<{ end: number; newest: number }>
const ALL_MINUTES: Minutes = { end: Infinity, newest: Infinity }

/** Whole bars straight from the tree; only minutes are worth keeping on a tape. */
export function finishedBars(tape: Tape | null, pulse: MarketPulse, grain: Grain, wanted: Minutes = ALL_MINUTES): PlacedBar[] {
  if (tape === null) return []
  if (grain === 1) return minutesOf(tape, tape.plan.minutes, wanted)
  const cursor = new TreeCursor(pulse, tape.root)
  const bars: PlacedBar[] = []
  while (cursor.next(grain)) {
    const { from, open, high, low, close, volume } = cursor.leaf
    const bar = { open: tape.unitPrice(open), high: tape.unitPrice(high), low: tape.unitPrice(low), close: tape.unitPrice(close), volume }
    bars.push({ minute: from, bar, partial: false })
  }
  return grouped(bars, grain)
}

/** An index's tree begins at quarters of an hour, and that of a day with news is cut at their minute: such bars are put together. */
function grouped(bars: readonly PlacedBar[], grain: Grain): PlacedBar[] {
  if (bars.every(({ minute }) => minute % grain === 0)) return [...bars]
  const groups = Map.groupBy(bars, ({ minute }) => Math.floor(minute / grain))
  return [...groups].map(([group, parts]) => ({ minute: group * grain, bar: foldBars(parts.map(({ bar }) => bar)), partial: false }))
}

/** Of a running session only the minutes that are over and the steps of the present one are known. */
export function runningBars(session: LiveSession, grain: Grain, now: Instant, wanted: Minutes = ALL_MINUTES): PlacedBar[] {
  const whole = session.wholeMinutes(now)
  const present = grain === 1 && wanted.end <= whole ? null : session.partialMinute(now)
  const minutes = minutesOf(session.tape, whole, grain === 1 ? wanted : ALL_MINUTES)
  if (present !== null) minutes.push({ ...present, partial: true })
  return folded(minutes, grain, Math.min(session.tape.plan.minutes, whole))
}

function minutesOf(tape: Tape, count: number, { end, newest }: Minutes): PlacedBar[] {
  tape.fillTo(count)
  const last = Math.min(count, end)
  const first = Math.max(0, last - newest)
  return Array.from({ length: last - first }, (_, index) => ({ minute: first + index, bar: tape.minute(first + index), partial: false }))
}

function folded(minutes: readonly PlacedBar[], grain: Grain, whole: number): PlacedBar[] {
  if (grain === 1) return [...minutes]
  const bars: PlacedBar[] = []
  for (let first = 0; first < minutes.length; first += grain) {
    const group = minutes.slice(first, first + grain).map((placed) => placed.bar)
    bars.push({ minute: first, bar: foldBars(group), partial: first + grain > whole })
  }
  return bars
}

/** First open, highest high, lowest low, last close, volumes added up. */
export function foldBars(bars: readonly UnitBar[]): UnitBar {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no bars to fold')
  return {
    open: first.open,
    high: bars.reduce((high, bar) => Math.max(high, bar.high), first.high),
    low: bars.reduce((low, bar) => Math.min(low, bar.low), first.low),
    close: last.close,
    volume: bars.reduce((volume, bar) => volume + bar.volume, 0),
  }
}
