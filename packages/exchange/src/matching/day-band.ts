import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { type Band, bandFor } from '@rueda/rules/orders/limits.ts'
import type { Quote } from '../venue.ts'
import type { OpenOrder } from './open-order.ts'
import type { Units } from './units.ts'

/**
 * What the day's price band does to limit orders (decision 0009). One that comes to its first session from outside the
 * band is not let in (`domain.md` D.2). One that has worked before, or that is half of a pair, outlives such a day: where
 * nobody may trade at its price today it waits, and where the market has gone past its price it works at the band's edge.
 */
export type Admission = 'works' | 'waits' | 'refused'

export class DayBand {
  readonly #instrument: Instrument
  readonly #units: Units
  readonly #waiting = new Set<string>()

  constructor(instrument: Instrument, units: Units) {
    this.#instrument = instrument
    this.#units = units
  }

  /** How an order stands to the band of the quote's day; it is remembered while it waits, and works at the price found here. */
  admit(open: OpenOrder, quote: Quote): Admission {
    const { order } = open
    this.#waiting.delete(order.orderId)
    if (order.type !== 'limit') return 'works'
    const limit = order.worstPrice
    const edge = nearestIn(bandFor(this.#instrument, order.side, quote), limit)
    if (edge !== limit && !outlivesDays(open)) return 'refused'
    if (order.side === 'buy' ? edge > limit : edge < limit) {
      this.#waiting.add(order.orderId)
      return 'waits'
    }
    open.worstPrice = this.#units.worstPrice(order.side, edge)
    return 'works'
  }

  /** Whether an order waits for a day whose band has its price. */
  has(orderId: string): boolean {
    return this.#waiting.has(orderId)
  }

  forget(orderId: string): void {
    this.#waiting.delete(orderId)
  }

  /** The market has stopped; everything is looked at again when it opens. */
  clear(): void {
    this.#waiting.clear()
  }
}

/** The venue has told of an order that the books know an event of: it has worked, or was born of a fill. */
const outlivesDays = ({ order, announced }: OpenOrder): boolean => announced || order.knownTo > 0 || order.siblingId !== null

function nearestIn({ low, high }: Band, price: bigint): bigint {
  if (low !== null && price < low) return low
  return high !== null && price > high ? high : price
}
