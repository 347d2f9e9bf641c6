import type { UnitBar } from './tape.ts'

/** Those of one chart: of its listing, of what it follows, and of what both are drawn from. */
const MAX_SERIES = 4

/**
 * The bars of finished days of the series that were asked for last. A chart of months asks for its days several times over: for their
 * prices, for their volume and for their limits. They never change.
 */
export class FinishedBars {
  readonly #bySeries = new Map<string, Map<number, UnitBar>>()

  /** By the days' numbers; what is put in is there the next time. */
  of(seriesId: string): Map<number, UnitBar> {
    const bars = this.#bySeries.get(seriesId) ?? new Map<number, UnitBar>()
    this.#bySeries.delete(seriesId)
    this.#bySeries.set(seriesId, bars)
    if (this.#bySeries.size > MAX_SERIES) this.#bySeries.delete(this.#bySeries.keys().next().value as string)
    return bars
  }
}
