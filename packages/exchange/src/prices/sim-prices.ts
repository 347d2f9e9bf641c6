import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Depth, Quote, SessionPhase, Trade } from '../venue.ts'
import { dateOfDays } from '../calendars/civil.ts'
import type { Hours } from '../calendars/market-calendar.ts'
import { type BookShape, bestPrices, levelsFrom, secondsSince, sizeAt } from './book-shape.ts'
import { type History, type Series, hasBegun, hoursOfKind } from './history.ts'
import { LiveSession, type Standing } from './live-session.ts'
import { type PriceUnits, UNITS_PER_ONE, toPrice, toQuantity, toTick, usualSpread } from './price-units.ts'
import { printsOf } from './prints.ts'
import { type SessionKind, relativeActivity } from './session-clock.ts'
import { SLOTS_PER_MINUTE, toTurnover } from './tape.ts'

/** The outside market at a moment: quotes, displayed depth and trades of every listing. */

/** A session under way: its trading day, its kind and when it began. */
type Running = Readonly<{ ordinal: number; kind: SessionKind; hours: Hours }>

/** The part of average daily volume that one level shows, and how much wider spreads are outside regular hours. */
const LEVEL_SHARE = 0.0002
const EXTENDED_SPREAD = 3
const PHASES: Readonly<Record<SessionKind, SessionPhase>> = { before: 'PRE', regular: 'OPEN', after: 'POST' }
const KINDS: readonly SessionKind[] = ['before', 'regular', 'after']
/** Trades per second of each tier in a usual moment of the regular session. */
const TRADES_PER_SECOND = [2, 0.8, 0.3] as const

export class SimPrices {
  readonly #history: History
  readonly #live = new Map<string, Readonly<{ ordinal: number; session: LiveSession }>>()

  constructor(history: History) {
    this.#history = history
  }

  quote(instrumentId: string, now: Instant): Quote | null {
    const series = this.#history.seriesOf(instrumentId)
    const today = series === null ? -1 : this.#lastBegun(series, now)
    if (series === null || today < 0) return null
    const running = this.#running(series, today, now)
    const regular = this.#history.hoursOf(today).regular
    const day = this.standing(series, today, hasBegun(regular, now) ? 'regular' : 'before', now)
    const shown = running === null || running.kind !== 'after' ? day : this.standing(series, today, 'after', now)
    const best = running === null || series.company === null ? null : this.#best(series, running, shown, now)
    // An evening's last price stays on the board until the next morning's first.
    const last = running === null ? this.#lastOfDay(series, today, now) : shown
    return {
      instrumentId,
      last: toPrice(last.last),
      open: toPrice(day.open),
      high: toPrice(day.high),
      low: toPrice(day.low),
      previousClose: toPrice(this.previousClose(series, today)),
      ...(best ?? NO_ORDERS),
      volume: series.company === null ? 0n : toQuantity(day.volume),
      turnover: series.company === null ? 0n : toTurnover(day.turnover),
      phase: running === null ? 'CLOSED' : PHASES[running.kind],
      tradeDate: this.dateOf(today),
      at: last.at,
    }
  }

  /** The quote's last price alone, in price units, and the day whose price it is. */
  lastAt(instrumentId: string, now: Instant): Readonly<{ price: PriceUnits; tradeDate: CalendarDate }> | null {
    const series = this.#history.seriesOf(instrumentId)
    const today = series === null ? -1 : this.#lastBegun(series, now)
    if (series === null || today < 0) return null
    const kind = this.#running(series, today, now)?.kind ?? this.#lastKind(series, today)
    const live = this.#live.get(`${series.number} ${kind}`)
    // Whoever asks for a price of the past does not push out the session that runs.
    const session = live?.ordinal === today ? live.session : this.#sessionOf(series, today, kind)
    return { price: session.lastAt(now), tradeDate: this.dateOf(today) }
  }

  depth(instrumentId: string, levels: number, now: Instant): Depth | null {
    const series = this.#history.seriesOf(instrumentId)
    if (series === null || series.company === null) return null
    const today = this.#lastBegun(series, now)
    const running = today < 0 ? null : this.#running(series, today, now)
    if (running === null) return { bids: [], asks: [] }
    const shape = this.#bookShape(series, running, this.standing(series, running.ordinal, running.kind, now), now)
    const { bid, ask } = bestPrices(shape)
    return { bids: levelsFrom(shape, 'bid', bid, levels), asks: levelsFrom(shape, 'ask', ask, levels) }
  }

  /** Trades in (from, to], oldest first. */
  prints(instrumentId: string, from: Instant, to: Instant): Trade[] {
    const series = this.#history.seriesOf(instrumentId)
    if (series === null || series.company === null || to <= from) return []
    const trades: Trade[] = []
    for (let ordinal = Math.max(0, this.#ordinalAt(from)); ordinal <= this.#ordinalAt(to); ordinal += 1) {
      for (const kind of KINDS) this.#printsOfSession(series, ordinal, kind, from, to, trades)
    }
    return trades
  }

  standing(series: Series, ordinal: number, kind: SessionKind, now: Instant): Standing {
    return this.liveSession(series, ordinal, kind).standing(now)
  }

  /** A session of a listing with its place in time; the latest one asked for of each kind is kept. */
  liveSession(series: Series, ordinal: number, kind: SessionKind): LiveSession {
    const place = `${series.number} ${kind}`
    const known = this.#live.get(place)
    if (known !== undefined && known.ordinal === ordinal) return known.session
    const session = this.#sessionOf(series, ordinal, kind)
    this.#live.set(place, { ordinal, session })
    return session
  }

  #sessionOf(series: Series, ordinal: number, kind: SessionKind): LiveSession {
    const tape = this.#history.tape(series, ordinal, kind)
    const hours = hoursOfKind(this.#history.hoursOf(ordinal), kind)
    if (tape === null || hours === null) throw new Error(`${series.id} has no such session on day ${ordinal}`)
    return new LiveSession(tape, hours, this.#history.pulse)
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
    const first = series.company === null ? hours.regular : (hours.before ?? hours.regular)
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

  #best(series: Series, running: Running, standing: Standing, now: Instant) {
    const shape = this.#bookShape(series, running, standing, now)
    const { bid, ask } = bestPrices(shape)
    return {
      bid: toPrice(bid),
      ask: toPrice(ask),
      bidQuantity: toQuantity(sizeAt(shape, bid, 0)),
      askQuantity: toQuantity(sizeAt(shape, ask, 0)),
    }
  }

  #bookShape(series: Series, running: Running, standing: Standing, now: Instant): BookShape {
    const { tape } = this.liveSession(series, running.ordinal, running.kind)
    const activity = relativeActivity(tape.root.variancePrefix, Math.min(standing.minute, tape.plan.minutes - 1))
    const tension = Math.exp(0.5 * this.#history.tension(series, running.ordinal))
    const wider = running.kind === 'regular' ? 1 : EXTENDED_SPREAD
    return {
      root: tape.root,
      second: secondsSince(running.hours.opensAt, now),
      price: tape.plan.shape.openPrice * Math.exp(standing.exact) * UNITS_PER_ONE,
      spread: usualSpread(series.tier) * tension * Math.sqrt(activity) * wider,
      levelSize: ((series.company?.averageDailyVolume ?? 0) * LEVEL_SHARE) / series.days.shareFactor(running.ordinal),
    }
  }

  #printsOfSession(series: Series, ordinal: number, kind: SessionKind, from: Instant, to: Instant, trades: Trade[]): void {
    const hours = hoursOfKind(this.#history.hoursOf(ordinal), kind)
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

const SECONDS_PER_MINUTE = 60
/** Outside regular hours few trade. */
const QUIET = 0.1
const NO_ORDERS = { bid: 0n, ask: 0n, bidQuantity: 0n, askQuantity: 0n } as const
