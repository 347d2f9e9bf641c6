import type { CloseOnly } from '@rueda/rules/instruments/close-only.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { type TradingHalt, closeOnlyOf, haltFor, haltsOn } from '@rueda/rules/markets/trading-halt.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Quote } from '../venue.ts'

/**
 * Stops set by the brokerage's own staff, and those of days without a round of the beacon. The market outside goes on and its prices are shown as they are; only our
 * customers' orders cannot match: they rest, they can be cancelled, and an auction lets them in again.
 */
export class TradingHalts {
  #standing: readonly TradingHalt[] = []
  /** By the stop's id: every quote carries the very same object of the same stop, however often it is published. */
  #closingOnly: ReadonlyMap<string, CloseOnly> = new Map()

  set(standing: readonly TradingHalt[]): void {
    const known = this.#closingOnly
    const closing = standing.flatMap((halt) => (halt.kind === 'closeOnly' ? [halt] : []))
    this.#standing = standing
    this.#closingOnly = new Map(closing.map((stop) => [stop.stopId, known.get(stop.stopId) ?? closeOnlyOf(stop)]))
  }

  over(quote: Quote | null, instrument: Instrument | undefined, now: Instant): Quote | null {
    const halt = this.#of(instrument, now)
    if (quote === null || halt === null) return quote
    // Orders end with a halt that goes on and on, and never with one whose end is known.
    if (halt.kind === 'halt') return { ...quote, phase: 'HALT', ...(halt.until === undefined ? { haltedSince: halt.from } : {}) }
    const closeOnly = this.#closingOnly.get(halt.stopId)
    return closeOnly === undefined ? quote : { ...quote, closeOnly }
  }

  /** When something of it begins or ends for an instrument in (from, to]. */
  moments(instrument: Instrument, from: Instant, to: Instant): readonly Instant[] {
    const moments = haltsOn(this.#standing, instrument).flatMap((halt) => [
      ...[halt.from, halt.from + DAY_MS],
      ...(halt.until === undefined ? [] : [halt.until]),
    ])
    return moments.filter((moment) => moment > from && moment <= to)
  }

  isHalted(instrument: Instrument, now: Instant): boolean {
    return this.#of(instrument, now)?.kind === 'halt'
  }

  #of(instrument: Instrument | undefined, now: Instant): TradingHalt | null {
    if (instrument === undefined || instrument.quoteOnly || this.#standing.length === 0) return null
    return haltFor(this.#standing, instrument, now)
  }
}
