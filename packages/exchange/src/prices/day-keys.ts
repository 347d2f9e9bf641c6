import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type DayNumber, dateOfDays } from '../calendars/civil.ts'
import { type SipKey, sipKeyOf } from '../random/siphash.ts'

/** The secret of one market and day, 32 bytes; whoever holds it can recompute that day and no later one. */
export type DayKey = (market: string, date: CalendarDate) => Uint8Array
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** The keys of one market: each decides every simulated price of that market's day, its indices included. */
export class DayKeys {
  readonly #market: MarketName
  readonly #dayKey: DayKey
  readonly #known = new Map<DayNumber, SipKey>()

  constructor(market: MarketName, dayKey: DayKey) {
    this.#market = market
    this.#dayKey = dayKey
  }

  of(day: DayNumber): SipKey {
    const known = this.#known.get(day)
    if (known !== undefined) return known
    const key = sipKeyOf(this.#dayKey(this.#market, dateOfDays(day)))
    this.#known.set(day, key)
    return key
  }
}
