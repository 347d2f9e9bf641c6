import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type DayNumber, dateOfDays, daysOf } from '../calendars/civil.ts'
import type { DayCommitment } from '../venue.ts'
import type { Laws } from './day-laws.ts'
import type { DayKey, Sha256 } from './day-keys.ts'
import type { Timeline } from './timeline.ts'

/**
 * The promise behind each day's prices: the SHA-256 of its key, published before the day begins, and the key itself once
 * the day is over, so that anybody can recompute the day and see that nobody could have chosen it meanwhile.
 */
type CommitmentParts = Readonly<{
  market: MarketName
  timeline: Timeline
  laws: Laws
  dayKey: DayKey
  sha256: Sha256
  isPromised?: IsPromised | undefined
}>
/** False for days whose key nobody chooses: it is proven after the day, and may be known to nobody before. */
export type IsPromised = (market: MarketName, date: CalendarDate) => boolean

export class Commitments {
  readonly #market: MarketName
  readonly #timeline: Timeline
  readonly #laws: Laws
  readonly #dayKey: DayKey
  readonly #sha256: Sha256
  readonly #isPromised: IsPromised
  /** Days that are over change no more. */
  readonly #kept = new Map<DayNumber, DayCommitment>()

  constructor({ market, timeline, laws, dayKey, sha256, isPromised = () => true }: CommitmentParts) {
    this.#market = market
    this.#timeline = timeline
    this.#laws = laws
    this.#dayKey = dayKey
    this.#sha256 = sha256
    this.#isPromised = isPromised
  }

  /** Oldest first: finished days with their keys, the day under way, and the days promised ahead; those since about a date, where one is named. */
  upTo(now: Instant, since: CalendarDate | null = null): DayCommitment[] {
    const today = this.#timeline.ordinalUpTo(this.#timeline.calendar.dayAt(now))
    const first = since === null ? 0 : Math.max(0, this.#timeline.ordinalUpTo(daysOf(since)))
    const ordinals = Array.from({ length: Math.max(0, today + 1 + DAYS_AHEAD - first) }, (_, index) => first + index)
    return ordinals.flatMap((ordinal) => this.#commitment(ordinal, now) ?? [])
  }

  #commitment(ordinal: number, now: Instant): DayCommitment | null {
    const day = this.#timeline.dayOf(ordinal)
    const isOver = now >= this.#timeline.calendar.beginOf(day + 1)
    const known = isOver ? this.#kept.get(day) : undefined
    if (known !== undefined) return known
    const date = dateOfDays(day)
    if (!isOver && !this.#isPromised(this.#market, date)) return null
    const key = this.#dayKey(this.#market, date)
    const promise = { market: this.#market, date, commitment: hex(this.#sha256(key)), model: this.#laws.on(ordinal).model }
    if (!isOver) return { ...promise, key: null }
    const kept = { ...promise, key: hex(key) }
    this.#kept.set(day, kept)
    return kept
  }
}

/** Promised at least a week early, so that no day begins without its promise being public. */
const DAYS_AHEAD = 7

const BYTE_VALUES = 256
const hexOfByte = Array.from({ length: BYTE_VALUES }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** By a table, because a start writes down thousands of days. */
function hex(bytes: Uint8Array): string {
  let written = ''
  for (const byte of bytes) written += hexOfByte[byte] as string
  return written
}
