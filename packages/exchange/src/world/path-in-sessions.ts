import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { type DayNumber, dateOfDays } from '../calendars/civil.ts'
import type { Hours, MarketCalendar } from '../calendars/market-calendar.ts'
import { type TreeBar, stretchesOf } from '../prices/bar-tree.ts'
import { GRAINS, groupOfDays } from '../prices/bars.ts'
import type { Grain } from '../prices/intraday-bars.ts'
import type { BarInterval, BarRequest } from '../venue.ts'
import { type Path, type PathBar, type PathBars, type PathDay, type PathPoint, foldedPathBar } from './path.ts'
import { type Piece, type SessionTable, grainWithin, intervalOf, piecesOf } from './session-pieces.ts'

/** Prices in the hours in which a path's own market is closed; where there is no night, the last price stands. */
export interface Night {
  bars(piece: Piece, grain: Grain | 'whole', now: Instant): readonly PathBar[]
  point(piece: Piece, now: Instant): number
}

export type SessionsOptions = Readonly<{
  path: Path
  own: MarketCalendar
  seenFrom: MarketCalendar
  night?: Night | null
  /** False where a path never splits: then a finished day's bar is the same for ever. */
  splits: boolean
  /** The first day with prices. */
  since: DayNumber
}>

/**
 * A path seen from a market with other sessions than its own: a certificate in Buenos Aires on a share of New York, a
 * future on an index that is worked out by day only. Its bars are put together from the path's own, so that minutes add
 * up to every longer bar here too.
 */
export class PathInSessions implements Path {
  readonly #options: SessionsOptions
  readonly #table: SessionTable
  readonly #finished = new Map<string, PathBar>()
  #finishedAsOf: DayNumber = -1
  readonly #beside = new Map<string, TreeBar>()
  /** Progress of working ahead, which begins anew when what is finished does. */
  #ahead: Readonly<{ newest: DayNumber; asOf: DayNumber; next: DayNumber }> | null = null
  #running: Readonly<{ day: DayNumber; upTo: Instant; bar: PathBar }> | null = null
  #newest: Readonly<{ now: Instant; day: PathDay | null }> | null = null
  #pieces: Readonly<{ day: DayNumber; pieces: readonly Piece[] }> | null = null

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#table = { own: options.own, seenFrom: options.seenFrom, hasNights: (options.night ?? null) !== null }
  }

  day(now: Instant): PathDay | null {
    if (this.#newest?.now !== now) this.#newest = { now, day: this.#dayAt(now) }
    return this.#newest.day
  }

  at(now: Instant): PathPoint | null {
    const day = this.#begunBy(now)
    const piece = this.#piecesOf(day).findLast(({ from }) => from <= now)
    const price =
      piece === undefined
        ? (this.#options.path.at(this.#hoursOf(day).opensAt)?.price ?? null)
        : this.#priceIn(piece, Math.min(now, piece.to - 1))
    return price === null ? null : { price, tradeDate: dateOfDays(day) }
  }

  bars(asked: BarRequest, now: Instant): PathBars | null {
    const request = this.#options.splits ? asked : { ...asked, adjust: 'none' as const }
    const until = Math.min(request.until, now)
    const grain = GRAINS[request.interval]
    const bars = grain === undefined ? this.#longBars(request, until, now) : this.#shortBars(request, grain, until, now)
    const [first] = bars
    const before = first === undefined ? null : this.#closeBefore(this.#begunBy(first.at), request, now)
    return { timeZone: this.#options.seenFrom.timeZone, previousClose: before ?? first?.open ?? 0, bars }
  }

  /** One more finished day, from the newest back. */
  workAhead(now: Instant): void {
    const { own, seenFrom, since, splits } = this.#options
    const [newest, asOf] = [seenFrom.previousTradingDay(this.#begunBy(now)), own.dayAt(now)]
    if (this.#ahead?.newest !== newest || this.#ahead.asOf !== asOf) this.#ahead = { newest, asOf, next: newest }
    const { next } = this.#ahead
    if (next < since) return
    this.#dayBar(next, splits ? CHARTED : UNADJUSTED, now)
    this.#ahead = { newest, asOf, next: seenFrom.previousTradingDay(next) }
  }

  /** Its days are put together from those of others. */
  tree(): null {
    return null
  }

  #dayAt(now: Instant): PathDay | null {
    const day = this.#begunBy(now)
    const hours = this.#hoursOf(day)
    const bar = now >= hours.closesAt ? this.#dayBar(day, UNADJUSTED, now) : this.#runningBar(day, hours, now)
    const previousClose = this.#closeBefore(day, UNADJUSTED, now)
    if (previousClose === null) return null
    const { open, high, low, close, at } = bar ?? standing(this.at(now)?.price ?? previousClose, hours.opensAt)
    return { open, high, low, last: close, previousClose, at, tradeDate: dateOfDays(day) }
  }

  /** The day whose prices stand: the one under way, or the last one until the next has begun. */
  #begunBy(now: Instant): DayNumber {
    const { seenFrom } = this.#options
    const today = seenFrom.dayAt(now)
    const hours = seenFrom.hoursOf(today)
    return hours !== null && now >= hours.regular.opensAt ? today : seenFrom.previousTradingDay(today)
  }

  #piecesOf(day: DayNumber): readonly Piece[] {
    if (this.#pieces?.day !== day) this.#pieces = { day, pieces: piecesOf(this.#table, day) }
    return this.#pieces.pieces
  }

  #hoursOf(day: DayNumber): Hours {
    const hours = this.#options.seenFrom.hoursOf(day)
    if (hours === null) throw new Error(`no hours on ${dateOfDays(day)}`)
    return hours.regular
  }

  /** The day so far. Minutes that are over are added once; only the present one is looked at again. */
  #runningBar(day: DayNumber, { opensAt }: Hours, now: Instant): PathBar | null {
    const known = this.#running?.day === day && this.#running.upTo <= now ? this.#running : null
    const from = known?.upTo ?? opensAt
    const parts = this.#parts(day, 1, UNADJUSTED, now, from)
    const whole = parts.filter((bar) => bar.at + MINUTE_MS <= now)
    const soFar = fold(known === null ? whole : [known.bar, ...whole], opensAt)
    const upTo = opensAt + Math.floor((now - opensAt) / MINUTE_MS) * MINUTE_MS
    if (soFar !== null) this.#running = { day, upTo, bar: soFar }
    const present = parts.filter((bar) => bar.at + MINUTE_MS > now)
    return fold(soFar === null ? present : [soFar, ...present], opensAt)
  }

  #longBars(request: BarRequest, until: Instant, now: Instant): PathBar[] {
    const { seenFrom } = this.#options
    const group = groupOfDays(request.interval)
    const latest = this.#begunBy(now)
    let end = Math.min(latest, this.#begunBy(until))
    while (end < latest && group(seenFrom.nextTradingDay(end)) === group(end)) end = seenFrom.nextTradingDay(end)
    const bars: PathBar[] = []
    while (bars.length < request.limit && end >= this.#options.since) {
      const days = [end]
      // The first week and month may begin before there is anything of them.
      const isOfBar = (day: DayNumber): boolean => day >= this.#options.since && group(day) === group(end)
      for (let before = seenFrom.previousTradingDay(end); isOfBar(before); before = seenFrom.previousTradingDay(before))
        days.unshift(before)
      const parts = days.flatMap((day) => this.#dayBar(day, request, now) ?? [])
      const first = days[0] ?? end
      const at = this.#hoursOf(first).opensAt
      const bar = fold(parts, at)
      if (bar !== null && at <= until) bars.push(bar)
      end = seenFrom.previousTradingDay(first)
    }
    return bars.reverse()
  }

  #shortBars(request: BarRequest, grain: Grain, until: Instant, now: Instant): PathBar[] {
    const days: PathBar[][] = []
    let count = 0
    const { seenFrom, since } = this.#options
    for (let day = this.#begunBy(until); count < request.limit && day >= since; day = seenFrom.previousTradingDay(day)) {
      const { opensAt } = this.#hoursOf(day)
      const parts = this.#parts(day, grain, request, now).filter(({ at }) => at <= until)
      const groups = Map.groupBy(parts, ({ at }) => Math.floor((at - opensAt) / (grain * MINUTE_MS)))
      const bars = [...groups].flatMap(([group, bars]) => fold(bars, opensAt + group * grain * MINUTE_MS) ?? [])
      days.push(bars)
      count += bars.length
    }
    return days.reverse().flat().slice(-request.limit)
  }

  #dayBar(day: DayNumber, request: BarRequest, now: Instant): PathBar | null {
    const { opensAt, closesAt } = this.#hoursOf(day)
    const asOf = this.#options.own.dayAt(now)
    // Prices seen in later shares change with each split.
    if (this.#options.splits && asOf !== this.#finishedAsOf) {
      this.#finished.clear()
      this.#beside.clear()
    }
    this.#finishedAsOf = asOf
    const name = `${day} ${request.adjust}`
    const known = this.#finished.get(name)
    if (known !== undefined) return known
    const bar = fold(this.#parts(day, 'whole', request, now), opensAt)
    if (bar !== null && now >= closesAt) this.#finished.set(name, bar)
    return bar
  }

  #closeBefore(day: DayNumber, request: BarRequest, now: Instant): number | null {
    const before = this.#options.seenFrom.previousTradingDay(day)
    const bar = before < this.#options.since ? null : this.#dayBar(before, request, now)
    return bar?.close ?? this.#options.path.at(this.#hoursOf(day).opensAt - 1)?.price ?? null
  }

  /** The bars of a day that has begun, each inside one bar of that grain here. */
  #parts(day: DayNumber, grain: Grain | 'whole', request: BarRequest, now: Instant, since = Number.NEGATIVE_INFINITY): PathBar[] {
    let end = this.#hoursOf(day).opensAt
    return this.#piecesOf(day)
      .filter(({ from }) => from <= now)
      .flatMap((piece) => {
        const before = { from: end, to: piece.from }
        end = piece.to
        return piece.to > since
          ? [...this.#standingIn(before).filter(({ at }) => at >= since), ...this.#partsOf(piece, grain, request, now, since)]
          : []
      })
  }

  /** Before a session of its own the last price stands: a bar at each end says so, whatever longer bars lie over them. */
  #standingIn({ from, to }: Readonly<{ from: Instant; to: Instant }>): readonly PathBar[] {
    const price = from < to ? this.#options.path.at(from)?.price : undefined
    return price === undefined ? [] : [standing(price, from), standing(price, to - MINUTE_MS)]
  }

  #partsOf(piece: Piece, grain: Grain | 'whole', request: BarRequest, now: Instant, since: Instant): readonly PathBar[] {
    const { path, night } = this.#options
    const fine = grainWithin(piece, grain)
    const from = Math.max(piece.from, since)
    if (piece.kind !== 'own') return (night?.bars(piece, fine, now) ?? []).filter(({ at }) => at >= from)
    const interval: BarInterval = intervalOf(fine)
    const stretch = grain === 'whole' && !piece.isWhole ? this.#stretch(piece, request, now) : null
    if (stretch !== null) return [stretch]
    const until = Math.min(piece.to - 1, now)
    const limit = fine === 'whole' ? 1 : Math.ceil((until - from) / MINUTE_MS / fine) + 1
    const found = path.bars({ ...request, interval, until, limit, hours: 'regular' }, now)?.bars ?? []
    return found.filter(({ at }) => at >= from && at < piece.to)
  }

  /** Some hours of a session that is over as one bar; those before and after them are the ones asked for next. */
  #stretch({ ownDay, countsFrom, from, to }: Piece, { adjust }: BarRequest, now: Instant): PathBar | null {
    const [start, end] = [(from - countsFrom) / MINUTE_MS, (to - countsFrom) / MINUTE_MS]
    const nameOf = (first: number, last: number): string => `${ownDay} ${adjust} ${first} ${last}`
    const known = this.#beside.get(nameOf(start, end))
    this.#beside.delete(nameOf(start, end))
    const tree = known === undefined ? this.#options.path.tree(ownDay, adjust, now) : null
    const [before, asked, after] = tree === null ? [null, known ?? null, null] : stretchesOf(tree, [start, end, Infinity])
    for (const stretch of [before, after]) if (stretch) this.#beside.set(nameOf(stretch.from, stretch.to), stretch)
    for (const name of this.#beside.keys()) if (this.#beside.size > BESIDE_KEPT) this.#beside.delete(name)
    return asked ? { at: from, open: asked.open, high: asked.high, low: asked.low, close: asked.close, partial: false } : null
  }

  #priceIn(piece: Piece, now: Instant): number | null {
    const { path, night } = this.#options
    return piece.kind === 'own' ? (path.at(now)?.price ?? null) : (night?.point(piece, now) ?? null)
  }
}

/** Days are asked for one after the other. */
const BESIDE_KEPT = 4

const UNADJUSTED: BarRequest = { instrumentId: '', interval: 'day', until: 0, limit: 1, hours: 'regular', adjust: 'none' }

/** As the app's charts ask. */
const CHARTED: BarRequest = { ...UNADJUSTED, adjust: 'split' }

export const standing = (price: number, at: Instant): PathBar => ({
  at,
  open: price,
  high: price,
  low: price,
  close: price,
  partial: false,
})

function fold(parts: readonly PathBar[], at: Instant): PathBar | null {
  const [first] = parts
  return first === undefined ? null : { ...foldedPathBar(first, parts), at, partial: parts.some(({ partial }) => partial) }
}

/** A path as it is where its own days are the days it is seen from; put together anew where they are not. */
export const inSessions = (options: SessionsOptions & Readonly<{ sameDays: boolean }>): Path =>
  options.sameDays ? options.path : new PathInSessions(options)
