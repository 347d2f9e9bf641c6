import type { CloseOnly } from '@rueda/rules/instruments/close-only.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { type TradingStop, closeOnlyOf, stopFor } from '@rueda/rules/markets/stop.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Quote } from '../venue.ts'

/**
 * What the house's own staff have stopped. The market outside goes its way and its prices are shown as they are; only
 * our customers' orders meet nobody: they rest, they can be cancelled, and an auction lets them in again.
 */
export class HouseStops {
  #standing: readonly TradingStop[] = []
  /** By the stop's id: a quote says the very same of the same stop, however often it is told. */
  #closingOnly: ReadonlyMap<string, CloseOnly> = new Map()

  set(standing: readonly TradingStop[]): void {
    const known = this.#closingOnly
    const closing = standing.flatMap((stop) => (stop.kind === 'closeOnly' ? [stop] : []))
    this.#standing = standing
    this.#closingOnly = new Map(closing.map((stop) => [stop.stopId, known.get(stop.stopId) ?? closeOnlyOf(stop)]))
  }

  over(quote: Quote | null, instrument: Instrument | undefined, now: Instant): Quote | null {
    const stop = this.#of(instrument, now)
    if (quote === null || stop === null) return quote
    if (stop.kind === 'halt') return { ...quote, phase: 'HALT', haltedSince: stop.from }
    const closeOnly = this.#closingOnly.get(stop.stopId)
    return closeOnly === undefined ? quote : { ...quote, closeOnly }
  }

  isHalted(instrument: Instrument, now: Instant): boolean {
    return this.#of(instrument, now)?.kind === 'halt'
  }

  #of(instrument: Instrument | undefined, now: Instant): TradingStop | null {
    if (instrument === undefined || instrument.quoteOnly || this.#standing.length === 0) return null
    return stopFor(this.#standing, instrument, now)
  }
}
