import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { daysRequest } from '../bar-folding.ts'
import { type DayNumber, daysOf } from '../calendars/civil.ts'
import type { MarketCalendar } from '../calendars/market-calendar.ts'
import { GRAINS, groupOfDays } from '../prices/bars.ts'
import type { Grain } from '../prices/intraday-bars.ts'
import type { BarRequest } from '../venue.ts'
import type { Range } from './converted-tree.ts'
import { CrossRanges } from './cross-ranges.ts'
import { type Join, joinedEnds, joinedMinute, joinedPrice, possibleRange } from './joined-trees.ts'
import { type Path, type PathBar, type PathBars, type PathDay, type PathPoint, foldedPathBar } from './path.ts'

export type CrossParts = Join & Readonly<{ first: Path; second: Path; days: MarketCalendar }>

/**
 * A currency cross out of its two legs: what one of them is worth in the other at each moment, so that nobody can go
 * round in a triangle and gain. Every longer bar goes exactly as far as its minutes.
 */
export class CrossPath implements Path {
  readonly #parts: CrossParts
  readonly #ranges: CrossRanges
  #running: Readonly<{ day: DayNumber; upTo: Instant; range: Range }> | null = null

  constructor(parts: CrossParts) {
    this.#parts = parts
    this.#ranges = new CrossRanges([parts.first, parts.second], parts, parts.days)
  }

  at(now: Instant): PathPoint | null {
    const [a, b] = [this.#parts.first.at(now), this.#parts.second.at(now)]
    return a === null || b === null ? null : { price: this.#join(a.price, b.price), tradeDate: a.tradeDate }
  }

  day(now: Instant): PathDay | null {
    const [a, b] = [this.#parts.first.day(now), this.#parts.second.day(now)]
    if (a === null || b === null) return null
    const [open, last] = [this.#join(a.open, b.open), this.#join(a.last, b.last)]
    return {
      open,
      last,
      ...this.#rangeOn(daysOf(a.tradeDate), [open, last], now),
      previousClose: this.#join(a.previousClose, b.previousClose),
      at: Math.max(a.at, b.at),
      tradeDate: a.tradeDate,
    }
  }

  bars(request: BarRequest, now: Instant): PathBars | null {
    const { first, second } = this.#parts
    const [a, b] = [first.bars(request, now), second.bars(request, now)]
    if (a === null || b === null) return null
    const others = new Map(b.bars.map((bar) => [bar.at, bar]))
    const minutes = a.bars.flatMap((bar) => {
      const other = others.get(bar.at)
      return other === undefined ? [] : [{ at: bar.at, partial: bar.partial, ...joinedMinute(this.#parts, bar, other) }]
    })
    const bars = this.#withRanges(minutes, request, now)
    return { timeZone: a.timeZone, previousClose: this.#join(a.previousClose, b.previousClose), bars }
  }

  /** A little of what charts of it will ask for. */
  workAhead(now: Instant): void {
    this.#ranges.workAhead(now)
  }

  /** Its hours are those of its legs, to be looked into together. */
  tree(): null {
    return null
  }

  #join(a: number, b: number): number {
    return joinedPrice(this.#parts, a, b)
  }

  /** Bars whose opens and closes are right, with the ranges of their minutes. */
  #withRanges(bars: readonly PathBar[], request: BarRequest, now: Instant): readonly PathBar[] {
    const grain = GRAINS[request.interval]
    if (grain === 1) return bars
    const { days } = this.#parts
    if (grain === undefined) {
      if (request.interval === 'day')
        return bars.map((bar) => ({ ...bar, ...this.#rangeOn(days.dayAt(bar.at), [bar.open, bar.close], now) }))
      return this.#longBars(bars, request, now)
    }
    const byDay = Map.groupBy(bars, (bar) => days.dayAt(bar.at))
    return [...byDay].flatMap(([day, ofDay]) => this.#shortBars(ofDay, day, grain, now))
  }

  /** Weeks and months. A day that cannot have gone further than is known already is not looked into. */
  #longBars(bars: readonly PathBar[], request: BarRequest, now: Instant): readonly PathBar[] {
    const { first, second, days } = this.#parts
    const asked = daysRequest(request, bars)
    const others = new Map(second.bars(asked, now)?.bars.map((bar) => [bar.at, bar]))
    const parts = (first.bars(asked, now)?.bars ?? []).flatMap((bar) => {
      const other = others.get(bar.at)
      return other === undefined
        ? []
        : [{ at: bar.at, possible: possibleRange(this.#parts, bar, other), ends: joinedEnds(this.#parts, bar, other) }]
    })
    const group = groupOfDays(request.interval)
    const groupAt = ({ at }: Pick<PathBar, 'at'>): number => group(days.dayAt(at))
    const groups = Map.groupBy(parts, groupAt)
    return bars.map((bar) => ({ ...bar, ...this.#rangeOver(groups.get(groupAt(bar)) ?? [], now) }))
  }

  #rangeOver(parts: readonly DayPart[], now: Instant): Partial<Range> {
    const known = rangeOf(parts.map(({ ends }) => ends))
    if (known === null) return {}
    const rangeAt = ({ at, ends }: DayPart): Range => this.#rangeOn(this.#parts.days.dayAt(at), [ends.high, ends.low], now)
    let { high, low } = known
    for (const part of parts.toSorted((one, other) => other.possible.high - one.possible.high)) {
      if (part.possible.high > high) high = Math.max(high, rangeAt(part).high)
    }
    for (const part of parts.toSorted((one, other) => one.possible.low - other.possible.low)) {
      if (part.possible.low < low) low = Math.min(low, rangeAt(part).low)
    }
    return { high, low }
  }

  #shortBars(bars: readonly PathBar[], day: DayNumber, grain: Grain, now: Instant): readonly PathBar[] {
    const opensAt = this.#opensAt(day)
    if (!this.#ranges.isOver(day, now)) {
      const minutes = this.#minutesSince(opensAt, now)
      return bars.map((bar) => foldedPathBar(bar, partsBetween(minutes, bar.at, bar.at + grain * MINUTE_MS)))
    }
    const ranges = new Map(this.#ranges.ofBars(day, grain, now).map(({ from, high, low }) => [opensAt + from * MINUTE_MS, { high, low }]))
    return bars.map((bar) => ({ ...bar, ...ranges.get(bar.at) }))
  }

  #rangeOn(day: DayNumber, ends: readonly number[], now: Instant): Range {
    const range = this.#ranges.isOver(day, now) ? this.#ranges.ofDay(day, now) : this.#rangeSoFar(day, now)
    return range ?? { high: Math.max(...ends), low: Math.min(...ends) }
  }

  /** The day so far. Minutes that are over are added once; only the present one is looked at again. */
  #rangeSoFar(day: DayNumber, now: Instant): Range | null {
    const known = this.#running?.day === day && this.#running.upTo <= now ? this.#running : null
    const opensAt = this.#opensAt(day)
    const minutes = this.#minutesSince(known?.upTo ?? opensAt, now)
    const isOver = ({ at }: PathBar): boolean => at + MINUTE_MS <= now
    const range = rangeOf([...(known === null ? [] : [known.range]), ...minutes.filter(isOver)])
    if (range === null) return rangeOf(minutes)
    this.#running = { day, upTo: opensAt + Math.floor((now - opensAt) / MINUTE_MS) * MINUTE_MS, range }
    return rangeOf([range, ...minutes.filter((minute) => !isOver(minute))])
  }

  #minutesSince(from: Instant, now: Instant): readonly PathBar[] {
    const limit = Math.floor((now - from) / MINUTE_MS) + 1
    const request = { instrumentId: '', interval: '1m', until: now, limit, hours: 'regular', adjust: 'none' } as const
    return (this.bars(request, now)?.bars ?? []).filter(({ at }) => at >= from)
  }

  #opensAt(day: DayNumber): Instant {
    const hours = this.#parts.days.hoursOf(day)
    if (hours === null) throw new Error(`no hours on day ${day}`)
    return hours.regular.opensAt
  }
}

/** A day of a week or a month: its ends, and how far it may have gone. */
type DayPart = Readonly<{ at: Instant; possible: Range; ends: Range }>

const partsBetween = (parts: readonly PathBar[], from: Instant, to: Instant): readonly PathBar[] =>
  parts.filter(({ at }) => at >= from && at < to)

function rangeOf(parts: readonly Range[]): Range | null {
  const [first] = parts
  if (first === undefined) return null
  return parts.reduce(({ high, low }, part) => ({ high: Math.max(high, part.high), low: Math.min(low, part.low) }), first)
}
