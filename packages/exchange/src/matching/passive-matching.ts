import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import { type OrderBook, type RestingOrder, reaches } from '../book/book.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { Trade } from '../venue.ts'
import { partOf } from './outside-market.ts'
import { aheadOf, moveUp } from './outside-walk.ts'
import type { Units } from './units.ts'

/**
 * Fills resting orders by trades of the outside market (`docs/rules/matching.md` C.5). A print at an order's price first uses
 * up the queue that stood before it and then fills it. A print through its price shows that the market has crossed
 * it: it is filled at its own price, up to a quarter of what crossed within that second.
 */
const SHARE_OF_CROSSING_VOLUME = 0.25

type Second = { number: number; crossed: number; filled: number }
type PrintTerms = Readonly<{
  allowance: () => number
  skips: (order: RestingOrder) => boolean
  fill: (order: RestingOrder, quantity: number, at: Instant) => void
}>

export class PassiveMatching {
  readonly #book: OrderBook
  readonly #units: Units
  readonly #seconds: Record<Side, Second> = { buy: { number: -1, crossed: 0, filled: 0 }, sell: { number: -1, crossed: 0, filled: 0 } }

  constructor(book: OrderBook, units: Units) {
    this.#book = book
    this.#units = units
  }

  /** The aggressor's side does not matter: a trade at a price, or through it, shows that the order would have found a counterparty. */
  onPrint(print: Trade, terms: PrintTerms): void {
    const price = this.#units.price(print.price)
    const quantity = this.#units.quantity(print.quantity)
    for (const side of ['buy', 'sell'] as const) {
      const queue = this.#book.levelAt(side, price)
      this.#fillCrossed(side, { price, quantity, at: print.at }, terms)
      if (queue !== null) this.#fillQueue(queue.head, quantity, print.at, terms)
    }
  }

  #fillQueue(head: RestingOrder | null, quantity: number, at: Instant, terms: PrintTerms): void {
    let left = quantity
    let outsideFilled = 0
    for (let order = head; order !== null && left > 0; order = order.next) {
      const before = Math.min(left, Math.max(0, aheadOf(order, at) - outsideFilled))
      outsideFilled += before
      left -= before
      if (terms.skips(order)) continue
      const filled = Math.min(left, order.remaining, terms.allowance())
      left -= filled
      if (filled > 0) terms.fill(order, filled, at)
    }
    moveUp(head, outsideFilled, at)
  }

  #fillCrossed(side: Side, print: { price: number; quantity: number; at: Instant }, terms: PrintTerms): void {
    const isCrossed = (resting: number) => resting !== print.price && reaches(side, resting, print.price)
    const best = this.#book.best(side)
    if (best === null || !isCrossed(best.price)) return
    const second = this.#second(side, print.at)
    second.crossed += print.quantity
    for (const order of [...this.#book.orders(side)]) {
      if (!isCrossed(order.price)) return
      if (terms.skips(order)) continue
      const offered = partOf(second.crossed, SHARE_OF_CROSSING_VOLUME) - second.filled
      const filled = Math.min(order.remaining, offered, terms.allowance())
      if (filled <= 0) return
      second.filled += filled
      terms.fill(order, filled, print.at)
    }
  }

  #second(side: Side, at: Instant): Second {
    const second = this.#seconds[side]
    const number = Math.floor(at / SECOND_MS)
    if (second.number !== number) Object.assign(second, { number, crossed: 0, filled: 0 })
    return second
  }
}
