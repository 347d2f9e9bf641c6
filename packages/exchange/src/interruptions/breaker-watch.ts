import { breakerHalt, breakerLevels } from '@rueda/rules/markets/price-guards.ts'
import { type CalendarDate, type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { Session } from '../venue.ts'
import type { Pause, WatchedPath } from './pause-watch.ts'

/** The whole market stops when its index has fallen far enough below its last close; each level counts once a day. */
export type IndexPath = WatchedPath & Readonly<{ previousClose: (now: Instant) => bigint }>

export class BreakerWatch {
  readonly #path: IndexPath
  #tradeDate: CalendarDate = ''
  #halts: Pause[] = []
  /** The next level to be reached. */
  #level = 0
  /** When each level was reached, first level first. */
  #reached: Instant[] = []
  #levels: readonly bigint[] = []
  /** The beginning of the minute under way, and the first second in it that was not looked at. */
  #minute: Instant = 0
  #lookedTo: Instant = 0

  constructor(path: IndexPath) {
    this.#path = path
  }

  /** The halts of the session's day that have begun by `now`, oldest first. */
  halts(session: Session, now: Instant): readonly Pause[] {
    if (session.tradeDate !== this.#tradeDate) this.#begin(session, now)
    const until = Math.min(now, session.closesAt)
    const next = this.#levels[this.#level]
    if (next === undefined || until < session.opensAt) return this.#halts
    const end = this.#minute + Math.floor(Math.max(0, until - this.#minute) / MINUTE_MS) * MINUTE_MS
    if (end > this.#minute) this.#passMinutes(session, end)
    if (until >= this.#lookedTo && this.#path.priceAt(until) <= this.#nextLevel()) this.#look(session, until)
    return this.#halts
  }

  /** The number of levels the index has reached by a moment of the session's day. */
  levelAt(session: Session, moment: Instant): number {
    this.halts(session, moment)
    return this.#reached.filter((at) => at <= moment).length
  }

  #begin(session: Session, now: Instant): void {
    this.#tradeDate = session.tradeDate
    this.#halts = []
    this.#level = 0
    this.#reached = []
    this.#levels = breakerLevels(this.#path.previousClose(now))
    this.#minute = session.opensAt
    this.#lookedTo = session.opensAt
  }

  #passMinutes(session: Session, end: Instant): void {
    for (const bar of this.#path.minutes(this.#minute, end)) {
      this.#lookedTo = Math.max(this.#lookedTo, bar.at)
      if (bar.low <= this.#nextLevel()) this.#look(session, bar.at + MINUTE_MS - SECOND_MS)
    }
    this.#minute = end
    this.#lookedTo = Math.max(this.#lookedTo, end)
  }

  #look(session: Session, to: Instant): void {
    for (; this.#lookedTo <= to; this.#lookedTo += SECOND_MS)
      if (this.#path.priceAt(this.#lookedTo) <= this.#nextLevel()) this.#reach(session, this.#lookedTo)
  }

  /** A fall through several levels at once counts as the deepest of them. */
  #reach(session: Session, at: Instant): void {
    const price = this.#path.priceAt(at)
    while (price <= this.#nextLevel()) {
      this.#level += 1
      this.#reached.push(at)
    }
    const halt = breakerHalt(this.#level - 1, at, session.closesAt)
    if (halt !== null) this.#halts.push({ from: at, until: halt.until })
  }

  #nextLevel(): bigint {
    return this.#levels[this.#level] ?? BELOW_EVERYTHING
  }
}

const BELOW_EVERYTHING = -1n
