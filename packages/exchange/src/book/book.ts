import { type PriceRange, matchPrice } from '@rueda/rules/orders/match-price.ts'
import type { Side } from '@rueda/rules/side.ts'

/**
 * The price–time priority order book of one instrument. Prices and quantities are safe integers: price units and
 * quantity units of the instrument. Levels stand in sorted arrays with the best one last, orders of a level in an
 * intrusive list in time order, and a map finds an order by its id. Nothing is allocated per match beyond the fill.
 *
 * The outside market is no order of the book: where there is one, it takes part through `Outside`, which knows how
 * much of it stands before each resting order.
 */

/** `limit` rests what is left; `ioc` drops it; `fok` fills whole or not at all; `market` is an `ioc` at any price. */
export type BookOrderKind = 'limit' | 'market' | 'ioc' | 'fok'

export type BookOrder = Readonly<{
  id: string
  accountId: string
  side: Side
  kind: BookOrderKind
  /** The worst price it may fill at; not used for a market order. */
  price: number
  quantity: number
}>

/** An order that stands in the book. Only the book changes price, quantity and place. */
export type RestingOrder = {
  readonly id: string
  readonly accountId: string
  readonly side: Side
  readonly price: number
  remaining: number
  /** Quantity of the outside market that stood before this order at its price at the moment `aheadAt`. */
  ahead: number
  aheadAt: number
  previous: RestingOrder | null
  next: RestingOrder | null
  level: PriceLevel
}

export type PriceLevel = {
  readonly price: number
  total: number
  head: RestingOrder | null
  tail: RestingOrder | null
}

/** One match of an incoming order; `resting` is null where the outside market was the counterparty. */
export type Fill = Readonly<{ resting: RestingOrder | null; price: number; quantity: number }>

/** The outcome of an incoming order after its fills. */
export type AddOutcome = 'filled' | 'resting' | 'no-liquidity' | 'self-trade' | 'duplicate'

/** The market outside the book, seen from one incoming order. */
export interface Outside {
  /** Quantity of the outside that comes before `resting`; before the order's own worst price where that is null. */
  countBefore(resting: RestingOrder | null, worstPrice: number): number
  /** Takes up to `wanted` of it, adds the fills, and returns how much was taken. */
  takeBefore(resting: RestingOrder | null, worstPrice: number, wanted: number, fills: Fill[]): number
}

const MAX_PRICE = Number.MAX_SAFE_INTEGER
const MIN_PRICE = 0
const ANY_PRICE: PriceRange<number> = { low: MIN_PRICE, high: MAX_PRICE }

export class OrderBook {
  // The best level is the last one on both sides, so that taking it away moves nothing.
  readonly #bids: PriceLevel[] = []
  readonly #asks: PriceLevel[] = []
  readonly #orders = new Map<string, RestingOrder>()

  get size(): number {
    return this.#orders.size
  }

  /**
   * Matches an order against the book and the outside, and rests what is left of a limit order. Orders of the book that
   * have no price with it inside the range are passed over, and the outside's depth beyond them is taken all the same;
   * without a range all of them are passed over.
   */
  add(order: BookOrder, fills: Fill[], outside: Outside | null = null, range: PriceRange<number> | null = ANY_PRICE): AddOutcome {
    if (this.#orders.has(order.id)) return 'duplicate'
    const worstPrice = worstPriceOf(order)
    if (order.kind === 'fok') {
      const refused = this.#whyNotWhole(order, worstPrice, outside, range)
      if (refused !== null) return refused
    }
    const matched = this.#match(order, worstPrice, fills, outside, range)
    if (matched.remaining === 0) return 'filled'
    if (matched.isSelfTrade) return 'self-trade'
    if (order.kind !== 'limit') return 'no-liquidity'
    this.#append(order, matched.remaining)
    return 'resting'
  }

  /** Puts an order at the end of its level without matching it. */
  rest(order: BookOrder): RestingOrder {
    if (this.#orders.has(order.id)) throw new Error(`an order of this id rests already: ${order.id}`)
    return this.#append(order, order.quantity)
  }

  /** Takes an order off; false when it is not there. */
  cancel(id: string): boolean {
    const order = this.#orders.get(id)
    if (order === undefined) return false
    this.#remove(order)
    return true
  }

  /** Lowers what is left of an order, which keeps its place; zero takes it off. False where that would lower nothing. */
  reduce(id: string, remaining: number): boolean {
    const order = this.#orders.get(id)
    if (order === undefined || remaining >= order.remaining || remaining < 0) return false
    this.fill(order, order.remaining - remaining)
    return true
  }

  /** Books a fill of a resting order; a whole fill takes it off. */
  fill(order: RestingOrder, quantity: number): void {
    order.level.total -= quantity
    order.remaining -= quantity
    if (order.remaining === 0) this.#remove(order)
  }

  get(id: string): RestingOrder | null {
    return this.#orders.get(id) ?? null
  }

  best(side: Side): PriceLevel | null {
    const levels = this.#levels(side)
    return levels[levels.length - 1] ?? null
  }

  levelAt(side: Side, price: number): PriceLevel | null {
    const levels = this.#levels(side)
    const level = levels[placeOf(levels, side, price)]
    return level !== undefined && level.price === price ? level : null
  }

  /** Levels of one side, best first. */
  *levels(side: Side): Generator<PriceLevel> {
    const levels = this.#levels(side)
    for (let index = levels.length - 1; index >= 0; index -= 1) yield levels[index] as PriceLevel
  }

  /** Orders of one side in the order in which they would be filled. */
  *orders(side: Side): Generator<RestingOrder> {
    for (const level of this.levels(side)) {
      for (let order = level.head; order !== null; order = order.next) yield order
    }
  }

  #match(
    order: BookOrder,
    worstPrice: number,
    fills: Fill[],
    outside: Outside | null,
    range: PriceRange<number> | null,
  ): { remaining: number; isSelfTrade: boolean } {
    const levels = order.side === 'buy' ? this.#asks : this.#bids
    let remaining = order.quantity
    while (remaining > 0) {
      const best = levels[levels.length - 1]?.head ?? null
      // When the best of them has no price in the range, none behind it has.
      const price = best === null ? null : matchPrice(order.side, worstPrice, best.price, range)
      const resting = price === null ? null : best
      if (outside !== null) remaining -= outside.takeBefore(resting, worstPrice, remaining, fills)
      if (price === null || resting === null || remaining === 0) break
      if (resting.accountId === order.accountId) return { remaining, isSelfTrade: true }
      const matched = Math.min(remaining, resting.remaining)
      fills.push({ resting, price, quantity: matched })
      this.fill(resting, matched)
      remaining -= matched
    }
    return { remaining, isSelfTrade: false }
  }

  /** Looks for the whole quantity before a fill-or-kill order trades: null when all of it is there. */
  #whyNotWhole(
    order: BookOrder,
    worstPrice: number,
    outside: Outside | null,
    range: PriceRange<number> | null,
  ): 'no-liquidity' | 'self-trade' | null {
    let inBook = 0
    for (const resting of this.orders(order.side === 'buy' ? 'sell' : 'buy')) {
      if (matchPrice(order.side, worstPrice, resting.price, range) === null) break
      const before = inBook + (outside?.countBefore(resting, worstPrice) ?? 0)
      if (before >= order.quantity) return null
      if (resting.accountId === order.accountId) return 'self-trade'
      inBook += resting.remaining
    }
    const whole = inBook + (outside?.countBefore(null, worstPrice) ?? 0)
    return whole >= order.quantity ? null : 'no-liquidity'
  }

  #append(order: BookOrder, remaining: number): RestingOrder {
    const level = this.#levelFor(order.side, order.price)
    const { id, accountId, side, price } = order
    const resting: RestingOrder = { id, accountId, side, price, remaining, ahead: 0, aheadAt: 0, previous: level.tail, next: null, level }
    if (level.tail === null) level.head = resting
    else level.tail.next = resting
    level.tail = resting
    level.total += remaining
    this.#orders.set(id, resting)
    return resting
  }

  #levelFor(side: Side, price: number): PriceLevel {
    const levels = this.#levels(side)
    const place = placeOf(levels, side, price)
    const found = levels[place]
    if (found !== undefined && found.price === price) return found
    const level: PriceLevel = { price, total: 0, head: null, tail: null }
    levels.splice(place, 0, level)
    return level
  }

  #remove(order: RestingOrder): void {
    const { level, previous, next } = order
    if (previous === null) level.head = next
    else previous.next = next
    if (next === null) level.tail = previous
    else next.previous = previous
    level.total -= order.remaining
    this.#orders.delete(order.id)
    if (level.head === null) this.#dropLevel(order.side, level)
  }

  #dropLevel(side: Side, level: PriceLevel): void {
    const levels = this.#levels(side)
    if (levels[levels.length - 1] === level) levels.pop()
    else levels.splice(placeOf(levels, side, level.price), 1)
  }

  #levels(side: Side): PriceLevel[] {
    return side === 'buy' ? this.#bids : this.#asks
  }
}

/** True when an order with this worst price may trade at `price`. */
export const reaches = (side: Side, worstPrice: number, price: number): boolean =>
  side === 'buy' ? price <= worstPrice : price >= worstPrice

function worstPriceOf(order: BookOrder): number {
  if (order.kind !== 'market') return order.price
  return order.side === 'buy' ? MAX_PRICE : MIN_PRICE
}

/** The index of the level of this price, or the index it would have; bids rise toward the end and asks fall. */
function placeOf(levels: readonly PriceLevel[], side: Side, price: number): number {
  let low = 0
  let high = levels.length
  while (low < high) {
    const middle = (low + high) >> 1
    const at = (levels[middle] as PriceLevel).price
    if (side === 'buy' ? at < price : at > price) low = middle + 1
    else high = middle
  }
  return low
}
