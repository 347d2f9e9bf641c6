import { type PriceGuard, type PriceTier, nextReference } from '@rueda/rules/markets/price-guards.ts'
import { type CalendarDate, type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { Bar, Session } from '../venue.ts'

/**
 * Watches one instrument's price against the band around its last minutes and says when it is paused. It is a
 * function of the outside market's path alone: minutes that stay inside the band are passed over by their bars, the
 * others are looked at second by second, so that it does not matter how often somebody looks.
 */
export type Pause = Readonly<{ from: Instant; until: Instant }>

export type WatchedPath = Readonly<{
  priceAt: (moment: Instant) => bigint
  /** The minute bars that open in [from, to), oldest first. */
  minutes: (from: Instant, to: Instant) => readonly Pick<Bar, 'at' | 'high' | 'low' | 'close'>[]
}>

/** After a start only this much of the past is looked at: no pause and no mean reaches farther back. */
const LOOK_BACK_MS = 15 * MINUTE_MS

/** No pause can begin and end between two looks that are closer than this. */
const MAX_GLANCE_MS = 2 * SECOND_MS

export class PauseWatch {
  readonly #guard: PriceGuard
  readonly #tier: PriceTier
  readonly #path: WatchedPath
  #tradeDate: CalendarDate = ''
  #pauses: Pause[] = []
  #reference = 0n
  /** The closes of the last minutes, newest last. */
  #closes: bigint[] = []
  /** The beginning of the minute under way. */
  #minute: Instant = 0
  /** Every second before this one has been looked at, in minutes that had to be. */
  #lookedTo: Instant = 0
  #atBandSince: Instant | null = null
  #seenTo: Instant = 0
  /** A quote and its depth are read at one moment. */
  #askedAt: Instant = Number.NaN
  /** The last pause after which the price has been measured from anew. */
  #reopened: Pause | null = null

  constructor(guard: PriceGuard, tier: PriceTier, path: WatchedPath) {
    this.#guard = guard
    this.#tier = tier
    this.#path = path
  }

  /** The pauses of the session's day that have begun by `now`, oldest first. */
  pauses(session: Session, now: Instant): readonly Pause[] {
    if (session.tradeDate !== this.#tradeDate) this.#begin(session, now)
    else if (now === this.#askedAt) return this.#pauses
    this.#askedAt = now
    const until = Math.min(now, session.closesAt - this.#guard.offBeforeCloseMs)
    if (until >= this.#minute + MINUTE_MS) this.#passMinutes(session, until)
    if (until >= this.#seenTo) this.#look(session, until, this.#isSuspect(session, until))
    this.#seenTo = Math.max(this.#seenTo, until)
    return this.#pauses
  }

  pauseAt(session: Session, now: Instant): Pause | null {
    const last = this.pauses(session, now).at(-1)
    return last !== undefined && now >= last.from && now < last.until ? last : null
  }

  #begin(session: Session, now: Instant): void {
    const sinceOpen = Math.max(0, now - session.opensAt - LOOK_BACK_MS)
    const from = session.opensAt + Math.floor(sinceOpen / MINUTE_MS) * MINUTE_MS
    this.#tradeDate = session.tradeDate
    this.#pauses = []
    this.#closes = []
    this.#atBandSince = null
    this.#reopened = null
    this.#minute = from
    this.#lookedTo = from
    this.#seenTo = from
    this.#reference = now >= from ? this.#path.priceAt(from) : 0n
  }

  #passMinutes(session: Session, until: Instant): void {
    const end = this.#minute + Math.floor((until - this.#minute) / MINUTE_MS) * MINUTE_MS
    for (const bar of this.#path.minutes(this.#minute, end)) {
      const isSuspect = this.#atBandSince !== null || this.#touches(session, bar)
      this.#lookedTo = Math.max(this.#lookedTo, bar.at)
      this.#look(session, bar.at + MINUTE_MS - SECOND_MS, isSuspect)
      this.#close(bar.at + MINUTE_MS, bar.close)
    }
    this.#minute = end
    this.#lookedTo = Math.max(this.#lookedTo, end)
  }

  #close(end: Instant, price: bigint): void {
    const pause = this.#pauses.at(-1)
    // Prices shown while nothing could be traded are no part of the mean.
    if (pause !== undefined && end > pause.from && end <= pause.until) return
    this.#closes.push(price)
    const kept = this.#guard.averageMs / MINUTE_MS
    if (this.#closes.length > kept) this.#closes.shift()
    const mean = this.#closes.reduce((sum, close) => sum + close, 0n) / BigInt(this.#closes.length)
    this.#reference = nextReference(this.#reference, mean)
  }

  /** In the minute under way the seconds are looked at once the price stands at a band, or may have stood there unseen. */
  #isSuspect(session: Session, now: Instant): boolean {
    if (this.#atBandSince !== null || this.#isAtBand(session, now)) return true
    if (now - this.#seenTo <= MAX_GLANCE_MS) return false
    return this.#path.minutes(this.#minute, now).some((bar) => this.#touches(session, bar))
  }

  #look(session: Session, to: Instant, isSuspect: boolean): void {
    if (!isSuspect) return
    for (; this.#lookedTo <= to; this.#lookedTo += SECOND_MS) this.#lookAt(session, this.#lookedTo)
  }

  #lookAt(session: Session, second: Instant): void {
    const last = this.#pauses.at(-1)
    if (last !== undefined && second < last.until) return
    if (!this.#isAtBand(session, second)) {
      this.#atBandSince = null
      return
    }
    this.#atBandSince ??= second
    if (second - this.#atBandSince < this.#guard.limitStateMs) return
    this.#atBandSince = null
    this.#pauses.push({ from: second, until: Math.min(second + this.#guard.pauseMs, session.closesAt) })
  }

  #isAtBand(session: Session, moment: Instant): boolean {
    const price = this.#path.priceAt(moment)
    const { low, high } = this.#bandAt(session, moment)
    return price > 0n && (price <= low || price >= high)
  }

  #touches(session: Session, bar: Pick<Bar, 'at' | 'high' | 'low'>): boolean {
    const { low, high } = this.#bandAt(session, bar.at)
    return bar.high >= high || bar.low <= low
  }

  #bandAt(session: Session, moment: Instant) {
    const last = this.#pauses.at(-1) ?? null
    // The auction after a pause gives a new price to measure from.
    if (last !== this.#reopened && last !== null && moment >= last.until) {
      this.#reopened = last
      this.#closes = []
      this.#reference = this.#path.priceAt(last.until)
    }
    return this.#guard.band(this.#reference, this.#tier, session.closesAt - moment)
  }
}
