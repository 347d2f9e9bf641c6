/**
 * The simplest book that could be right: one array in order of arrival, sorted at every look. It is slow, it is
 * never used to trade, and it judges the real one.
 */

import type { AddOutcome, BookOrder } from './book.ts'
import type { Side } from '@rueda/rules/side.ts'

type Standing = { order: BookOrder; remaining: number }
export type NaiveFill = Readonly<{ restingId: string; price: number; quantity: number }>

export class NaiveBook {
  #standing: Standing[] = []

  add(order: BookOrder, fills: NaiveFill[]): AddOutcome {
    if (this.#standing.some((other) => other.order.id === order.id)) return 'duplicate'
    const found = this.#counterparties(order)
    const own = found.findIndex((other) => other.order.accountId === order.accountId)
    const takeable = own === -1 ? found : found.slice(0, own)
    const available = takeable.reduce((sum, other) => sum + other.remaining, 0)
    const ending = own === -1 ? 'no-liquidity' : 'self-trade'
    if (order.kind === 'fok' && available < order.quantity) return ending

    let remaining = order.quantity
    for (const other of takeable) {
      const quantity = Math.min(remaining, other.remaining)
      if (quantity === 0) break
      fills.push({ restingId: other.order.id, price: other.order.price, quantity })
      other.remaining -= quantity
      remaining -= quantity
    }
    this.#standing = this.#standing.filter((other) => other.remaining > 0)
    if (remaining === 0) return 'filled'
    if (own !== -1 || order.kind !== 'limit') return ending
    this.#standing.push({ order, remaining })
    return 'resting'
  }

  cancel(id: string): boolean {
    const before = this.#standing.length
    this.#standing = this.#standing.filter((other) => other.order.id !== id)
    return this.#standing.length < before
  }

  reduce(id: string, remaining: number): boolean {
    const found = this.#standing.find((other) => other.order.id === id)
    if (found === undefined || remaining >= found.remaining || remaining < 0) return false
    found.remaining = remaining
    this.#standing = this.#standing.filter((other) => other.remaining > 0)
    return true
  }

  orders(side: Side) {
    return this.#inPriority(side).map(({ order, remaining }) => ({
      id: order.id,
      accountId: order.accountId,
      price: order.price,
      remaining,
    }))
  }

  #counterparties(order: BookOrder): Standing[] {
    const opposite = this.#inPriority(order.side === 'buy' ? 'sell' : 'buy')
    if (order.kind === 'market') return opposite
    return opposite.filter((other) => (order.side === 'buy' ? other.order.price <= order.price : other.order.price >= order.price))
  }

  /** The sort is stable, so that orders of one price stay in order of arrival. */
  #inPriority(side: Side): Standing[] {
    const direction = side === 'buy' ? -1 : 1
    return this.#standing.filter((other) => other.order.side === side).toSorted((a, b) => direction * (a.order.price - b.order.price))
  }
}
