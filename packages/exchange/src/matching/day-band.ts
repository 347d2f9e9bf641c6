import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { bandFor, edgeBefore, withinBand } from '@rueda/rules/orders/limits.ts'
import { reaches } from '../book/book.ts'
import type { Quote } from '../venue.ts'
import type { OpenOrder } from './open-order.ts'
import type { Units } from './units.ts'

/**
 * The effect of the day's price band on limit orders (decision 0009). One that comes to its first session from outside the
 * band is refused (`docs/rules/orders.md` D.2). One that has worked before, or that is half of a pair, outlives such a day: it
 * waits while nobody may trade at its price today, and works at the band's edge once the market has gone past its price.
 */
export type Admission = 'works' | 'waits' | 'refused'

export class DayBand {
  readonly #instrument: Instrument
  readonly #units: Units
  readonly #waiting = new Map<string, OpenOrder>()

  constructor(instrument: Instrument, units: Units) {
    this.#instrument = instrument
    this.#units = units
  }

  /** Lets an order work, wait or end by the band of the quote's day; sets the price it works at, and remembers it while it waits. */
  admit(open: OpenOrder, quote: Quote): Admission {
    const { order } = open
    this.#waiting.delete(order.orderId)
    const limit = order.worstPrice
    const band = bandFor(this.#instrument, order.side, quote)
    if (order.type !== 'limit') {
      // A collar of another day may reach beyond the limits of this one.
      const edge = order.side === 'buy' ? band.high : band.low
      const isBeyond = edge !== null && reaches(order.side, open.worstPrice, this.#units.price(edge))
      if (isBeyond) open.worstPrice = this.#units.worstPrice(order.side, edge)
      return 'works'
    }
    const nearest = withinBand(band, limit)
    if (nearest !== limit && !outlivesDays(open)) return 'refused'
    if (edgeBefore(band, order.side, limit) !== null) {
      this.#waiting.set(order.orderId, open)
      return 'waits'
    }
    open.worstPrice = this.#units.worstPrice(order.side, nearest)
    return 'works'
  }

  /** True when the band has moved, as it may within a day, so far that a waiting order can work. */
  reachesAny(quote: Quote): boolean {
    for (const { order } of this.#waiting.values()) {
      if (edgeBefore(bandFor(this.#instrument, order.side, quote), order.side, order.worstPrice) === null) return true
    }
    return false
  }

  /** True while an order waits for a day whose band has its price. */
  has(orderId: string): boolean {
    return this.#waiting.has(orderId)
  }

  get hasAny(): boolean {
    return this.#waiting.size > 0
  }

  forget(orderId: string): void {
    this.#waiting.delete(orderId)
  }

  /** The market has stopped; everything is looked at again when it opens. */
  clear(): void {
    this.#waiting.clear()
  }
}

/** True for an order that has worked or was born of a fill: announced, known to the ledger by an event, or half of a pair. */
const outlivesDays = ({ order, announced }: OpenOrder): boolean => announced || order.knownTo > 0 || order.siblingId !== null
