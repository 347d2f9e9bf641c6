import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Session } from '../venue.ts'
import { BreakerWatch, type IndexPath } from './breaker-watch.ts'
import type { Pause } from './pause-watch.ts'

/** The market-wide breaker day by day: today's is asked for with every quote, an earlier one where bars of that day are shown. */
const DAYS_KEPT = 8

export class BreakerDays {
  readonly #path: IndexPath
  readonly #days = new Map<CalendarDate, BreakerWatch>()
  /** Kept because every share of the market needs it at the same moment. */
  #newest: Readonly<{ session: Session; now: Instant; halts: readonly Pause[]; level: number }> | null = null

  constructor(path: IndexPath) {
    this.#path = path
  }

  /** The halts of the session's day that have begun by `now`, oldest first. */
  halts(session: Session, now: Instant): readonly Pause[] {
    return this.#at(session, now).halts
  }

  haltAt(session: Session, now: Instant): Pause | null {
    const last = this.halts(session, now).at(-1)
    return last !== undefined && now >= last.from && now < last.until ? last : null
  }

  /** The number of levels the index has reached by a moment of the session's day. */
  levelAt(session: Session, moment: Instant): number {
    return this.#at(session, moment).level
  }

  #at(session: Session, now: Instant) {
    if (this.#newest?.now === now && this.#newest.session.tradeDate === session.tradeDate) return this.#newest
    const watch = this.#dayOf(session)
    this.#newest = { session, now, halts: watch.halts(session, now), level: watch.levelAt(session, now) }
    return this.#newest
  }

  #dayOf({ tradeDate }: Session): BreakerWatch {
    const known = this.#days.get(tradeDate)
    if (known !== undefined) return known
    const watch = new BreakerWatch(this.#path)
    this.#days.set(tradeDate, watch)
    if (this.#days.size > DAYS_KEPT) this.#days.delete(this.#days.keys().next().value as CalendarDate)
    return watch
  }
}
