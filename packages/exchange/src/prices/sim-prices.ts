import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Depth, Quote, SessionPhase, Trade } from '../venue.ts'
import { dateOfDays } from '../calendars/civil.ts'
import type { Hours } from '../calendars/market-calendar.ts'
import { type History, type Series, hasBegun, hoursOfKind } from './history.ts'
import { LiveSession, type Standing } from './live-session.ts'
import { type Best, OutsideBook } from './outside-book.ts'
import { type PriceUnits, toPrice, toQuantity, toTick, usualSpread } from './price-units.ts'
import { printsOf } from './prints.ts'
import { type SessionKind, relativeActivity } from './session-clock.ts'
import { SLOTS_PER_MINUTE, toTurnover } from './tape.ts'

/** The outside market at a moment: quotes, displayed depth and trades of every listing. */

/** A session under way: its trading day, its kind and when it began. */
type Running = Readonly<{ ordinal: number; kind: SessionKind; hours: Hours }>
type Live = Readonly<{ ordinal: number; session: LiveSession; book: OutsideBook | null }>
/** A quote and what it was made from: while that stays, the quote is the very same object. */
type Quoted = Readonly<{ today: number; running: SessionKind | null; day: Standing; last: Standing; best: Best | null; quote: Quote }>

/** The part of average daily volume that one level shows, and how much wider spreads are outside regular hours. */
const LEVEL_SHARE = 0.0002
const EXTENDED_SPREAD = 3
const PHASES: Readonly<Record<SessionKind, SessionPhase>> = { before: 'PRE', regular: 'OPEN', after: 'POST' }
const KINDS: readonly SessionKind[] = ['before', 'regular', 'after']
/** Trades per second of each tier in a usual moment of the regular session. */
const TRADES_PER_SECOND = [2, 0.8, 0.3] as const

export class SimPrices {
  readonly #history: History
  /** Of each listing the latest session of each kind that was asked for. */
  readonly #live: Readonly<Record<SessionKind, Map<Series, Live>>> = { before: new Map(), regular: new Map(), after: new Map() }
  readonly #quoted = new Map<Series, Quoted>()

  constructor(history: History) {
    this.#history = history
  }

  quote(instrumentId: string, now: Instant): Quote | null {
    const series = this.#history.seriesOf(instrumentId)
    const today = series === null ? -1 : this.#lastBegun(series, now)
    if (series === null || today < series.first) return null
    const running = this.#running(series, today, now)
    const regular = this.#history.hoursOf(today).regular
    const day = this.standing(series, today, hasBegun(regular, now) ? 'regular' : 'before', now)
    const shown = running === null || running.kind !== 'after' ? day : this.standing(series, today, 'after', now)
    const book = running === null ? null : this.#liveOf(series, running.ordinal, running.kind).book
    const best = book?.best(shown, now) ?? null
    // An evening's last price is shown until the next morning's first.
    const last = running === null ? this.#lastOfDay(series, today, now) : shown
    const made = { today, running: running?.kind ?? null, day, last, best }
    const known = this.#quoted.get(series)
    if (known !== undefined && isSame(known, made)) return known.quote
    const previousClose = known?.today === today ? known.quote.previousClose : toPrice(this.previousClose(series, today))
    const quote = this.#quoteOf(series, made, previousClose)
    this.#quoted.set(series, { ...made, quote })
    return quote
  }

  #quoteOf(series: Series, { today, running, day, last, best }: Omit<Quoted, 'quote'>, previousClose: bigint): Quote {
    return {
      instrumentId: series.id,
      last: toPrice(last.last),
      open: toPrice(day.open),
      high: toPrice(day.high),
      low: toPrice(day.low),
      previousClose,
      ...(best ?? NO_ORDERS),
      volume: series.company === null ? 0n : toQuantity(day.volume),
      turnover: series.company === null ? 0n : toTurnover(day.turnover),
      phase: running === null ? 'CLOSED' : PHASES[running],
      tradeDate: this.dateOf(today),
      at: last.at,
    }
  }

  /** The quote's last price alone, in price units, and the day whose price it is. */
  lastAt(instrumentId: string, now: Instant): Readonly<{ price: PriceUnits; tradeDate: CalendarDate }> | null {
    const series = this.#history.seriesOf(instrumentId)
    const today = series === null ? -1 : this.#lastBegun(series, now)
    if (series === null || today < series.first) return null
    const kind = this.#running(series, today, now)?.kind ?? this.#lastKind(series, today)
    const live = this.#live[kind].get(series)
    // A price of the past does not push out the session that runs.
    const session = live?.ordinal === today ? live.session : this.#sessionOf(series, today, kind)
    return { price: session.lastAt(now), tradeDate: this.dateOf(today) }
  }

  depth(instrumentId: string, levels: number, now: Instant): Depth | null {
    const series = this.#history.seriesOf(instrumentId)
    if (series === null || series.company === null) return null
    const today = this.#lastBegun(series, now)
    const running = today < series.first ? null : this.#running(series, today, now)
    if (running === null) return { bids: [], asks: [] }
    const { session, book } = this.#liveOf(series, running.ordinal, running.kind)
    return book?.depth(session.standing(now), now, levels) ?? null
  }

  /** Trades in (from, to], oldest first. */
  prints(instrumentId: string, from: Instant, to: Instant): Trade[] {
    const series = this.#history.seriesOf(instrumentId)
    if (series === null || series.company === null || to <= from) return []
    const trades: Trade[] = []
    for (let ordinal = Math.max(series.first, this.#ordinalAt(from)); ordinal <= this.#ordinalAt(to); ordinal += 1) {
      for (const kind of KINDS) this.#printsOfSession(series, ordinal, kind, from, to, trades)
    }
    return trades
  }

  standing(series: Series, ordinal: number, kind: SessionKind, now: Instant): Standing {
    return this.liveSession(series, ordinal, kind).standing(now)
  }

  /** A session of a listing with its place in time. */
  liveSession(series: Series, ordinal: number, kind: SessionKind): LiveSession {
    return this.#liveOf(series, ordinal, kind).session
  }

  #liveOf(series: Series, ordinal: number, kind: SessionKind): Live {
    const known = this.#live[kind].get(series)
    if (known !== undefined && known.ordinal === ordinal) return known
    const session = this.#sessionOf(series, ordinal, kind)
    const live = { ordinal, session, book: this.#bookOf(series, session, ordinal, kind) }
    this.#live[kind].set(series, live)
    return live
  }

  #sessionOf(series: Series, ordinal: number, kind: SessionKind): LiveSession {
    const tape = this.#history.tape(series, ordinal, kind)
    const hours = hoursOfKind(this.#history.hoursOf(ordinal), kind)
    if (tape === null || hours === null) throw new Error(`${series.id} has no such session on day ${ordinal}`)
    return new LiveSession(tape, hours, this.#history.pulse)
  }

  /** An index has no book. */
  #bookOf(series: Series, { tape, hours }: LiveSession, ordinal: number, kind: SessionKind): OutsideBook | null {
    if (series.company === null) return null
    return new OutsideBook({
      tape,
      opensAt: hours.opensAt,
      spread: usualSpread(series.tier) * tape.plan.arithmetic.exp(0.5 * this.#history.tension(series, ordinal)),
      wider: kind === 'regular' ? 1 : EXTENDED_SPREAD,
      levelSize: (series.company.averageDailyVolume * LEVEL_SHARE) / series.days.shareFactor(ordinal),
    })
  }

  /** The close of the day before, in the shares of this one. */
  previousClose(series: Series, ordinal: number): PriceUnits {
    series.days.upTo(ordinal)
    const change = ordinal <= 0 ? 1 : series.days.shareFactor(ordinal) / series.days.shareFactor(ordinal - 1)
    return toTick(series.days.closePrice(ordinal - 1) * change)
  }

  dateOf(ordinal: number): CalendarDate {
    return dateOfDays(this.#history.context.timeline.dayOf(ordinal))
  }

  /** The last trading day of which the listing has shown a price. */
  #lastBegun(series: Series, now: Instant): number {
    const ordinal = this.#ordinalAt(now)
    if (ordinal < 0) return -1
    const hours = this.#history.hoursOf(ordinal)
    const first = hasMorning(series, ordinal) ? (hours.before ?? hours.regular) : hours.regular
    return hasBegun(first, now) ? ordinal : ordinal - 1
  }

  #ordinalAt(now: Instant): number {
    return this.#history.ordinalAt(now)
  }

  #running(series: Series, ordinal: number, now: Instant): Running | null {
    const all = this.#history.hoursOf(ordinal)
    for (const kind of series.company === null ? (['regular'] as const) : KINDS) {
      const hours = hoursOfKind(all, kind)
      if (hours !== null && now >= hours.opensAt && now < hours.closesAt) return { ordinal, kind, hours }
    }
    return null
  }

  #lastOfDay(series: Series, ordinal: number, now: Instant): Standing {
    return this.standing(series, ordinal, this.#lastKind(series, ordinal), now)
  }

  #lastKind(series: Series, ordinal: number): SessionKind {
    const evening = series.company === null ? null : this.#history.hoursOf(ordinal).after
    return evening === null ? 'regular' : 'after'
  }

  #printsOfSession(series: Series, ordinal: number, kind: SessionKind, from: Instant, to: Instant, trades: Trade[]): void {
    const hours = hoursOfKind(this.#history.hoursOf(ordinal), kind)
    if (kind === 'before' && !hasMorning(series, ordinal)) return
    if (hours === null || to < hours.opensAt || from >= hours.closesAt) return
    const session = this.liveSession(series, ordinal, kind)
    const last = session.tape.plan.minutes - 1
    const firstMinute = Math.max(0, Math.floor((from - hours.opensAt) / MINUTE_MS))
    const lastMinute = Math.min(last, Math.floor((to - hours.opensAt) / MINUTE_MS))
    for (let minute = firstMinute; minute <= lastMinute; minute += 1) {
      const slots = session.slotsOf(minute)
      const usual = this.#usualCount(series, session, minute, kind)
      const until = slots.elapsed(to)
      for (let slot = slots.elapsed(from); slot < until; slot += 1) trades.push(...printsOf(slots, slot, usual))
    }
  }

  #usualCount(series: Series, session: LiveSession, minute: number, kind: SessionKind): number {
    const perSlot = (TRADES_PER_SECOND[series.tier] * SECONDS_PER_MINUTE) / SLOTS_PER_MINUTE
    return perSlot * relativeActivity(session.tape.root.volumePrefix, minute) * (kind === 'regular' ? 1 : QUIET)
  }
}

/** An index has no trading before the open, and neither has a new company on its first day. */
const hasMorning = ({ company, first }: Series, ordinal: number): boolean =>
  company !== null && (company.isNew !== true || ordinal !== first)

const SECONDS_PER_MINUTE = 60
/** Outside regular hours few trade. */
const QUIET = 0.1
const NO_ORDERS = { bid: 0n, ask: 0n, bidQuantity: 0n, askQuantity: 0n } as const

const isSame = (known: Quoted, made: Omit<Quoted, 'quote'>): boolean =>
  known.today === made.today &&
  known.running === made.running &&
  known.day === made.day &&
  known.last === made.last &&
  known.best === made.best
