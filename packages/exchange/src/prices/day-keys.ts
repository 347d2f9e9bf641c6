import type { CalendarDate } from '@rueda/rules/time.ts'
import { type DayNumber, dateOfDays } from '../calendars/civil.ts'
import { type SipKey, sipKeyOf } from '../random/siphash.ts'

/** The secret of one market and day, 32 bytes; whoever holds it can recompute that day and no later one. */
export type DayKey = (market: string, date: CalendarDate) => Uint8Array
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** The key that decides every simulated price of the day, indices included, is that of the US market. */
export const KEY_MARKET = 'US' as const

export class DayKeys {
  readonly #dayKey: DayKey
  readonly #known = new Map<DayNumber, SipKey>()

  constructor(dayKey: DayKey) {
    this.#dayKey = dayKey
  }

  of(day: DayNumber): SipKey {
    const known = this.#known.get(day)
    if (known !== undefined) return known
    const key = sipKeyOf(this.#dayKey(KEY_MARKET, dateOfDays(day)))
    this.#known.set(day, key)
    return key
  }
}
