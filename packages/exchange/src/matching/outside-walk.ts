import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import { type Fill, type OrderBook, type Outside, type RestingOrder, reaches } from '../book/book.ts'
import type { PriceRange } from '@rueda/rules/orders/match-price.ts'
import type { Side } from '@rueda/rules/side.ts'
import { type OutsideLevel, type OutsideMarket, SIMULATED_LEVELS } from './outside-market.ts'

/**
 * One incoming order's way through the outside depth. At a price where customers rest as well, what the outside
 * had there before a customer came goes before that customer; the rest of the outside comes behind.
 */

/** Those who stood before a customer also give up: at half the cancel rate at the touch (0.71 a second). */
const CANCEL_RATE_AT_TOUCH = 0.71
const AHEAD_DECAY_PER_MS = (CANCEL_RATE_AT_TOUCH * 0.5) / SECOND_MS

/** The outside's quantity that is still ahead of a resting order. */
export function aheadOf(order: RestingOrder, now: Instant): number {
  return order.ahead === 0 ? 0 : Math.round(order.ahead * plainArithmetic.exp(-AHEAD_DECAY_PER_MS * (now - order.aheadAt)))
}

/** Somebody before this order was filled, so that everybody behind moves up. */
export function moveUp(first: RestingOrder | null, quantity: number, now: Instant): void {
  for (let order = first; order !== null; order = order.next) {
    order.ahead = Math.max(0, aheadOf(order, now) - quantity)
    order.aheadAt = now
  }
}

export class OutsideWalk implements Outside {
  readonly #side: Side
  readonly #market: OutsideMarket
  readonly #book: OrderBook
  readonly #now: Instant
  readonly #levels: readonly OutsideLevel[]
  /** The range in which customers may trade with each other at this moment. */
  readonly quote: PriceRange<number> | null
  #beyondAllowed: number | null = null
  /** The quantity taken in all. */
  taken = 0

  constructor(side: Side, market: OutsideMarket, book: OrderBook, now: Instant) {
    this.#side = side
    this.#market = market
    this.#book = book
    this.#now = now
    const depth = market.depth(SIMULATED_LEVELS, now)
    this.quote = market.quoteOf(depth)
    this.#levels = depth === null ? [] : market.levelsOf(depth, side === 'buy' ? 'sell' : 'buy', now)
  }

  countBefore(resting: RestingOrder | null, worstPrice: number): number {
    let sum = 0
    let beyond = 0
    for (const level of this.#levels) {
      const available = this.#before(level, resting, worstPrice)
      if (available === null) break
      const counted = level.beyondDisplayed ? Math.min(available, this.#allowedBeyond() - beyond) : available
      if (level.beyondDisplayed) beyond += counted
      sum += counted
    }
    return sum
  }

  takeBefore(resting: RestingOrder | null, worstPrice: number, wanted: number, fills: Fill[]): number {
    let left = wanted
    for (const level of this.#levels) {
      const available = this.#before(level, resting, worstPrice)
      if (left === 0 || available === null) break
      const offered = level.beyondDisplayed ? Math.min(available, this.#allowedBeyond()) : available
      const quantity = Math.min(left, offered)
      if (quantity === 0) continue
      this.#take(level, quantity)
      fills.push({ resting: null, price: level.price, quantity })
      left -= quantity
    }
    return wanted - left
  }

  /** The quantity of a level before a resting order; null where neither this level nor a later one lies before it. */
  #before(level: OutsideLevel, resting: RestingOrder | null, worstPrice: number): number | null {
    if (!reaches(this.#side, worstPrice, level.price)) return null
    if (resting === null || isBetter(this.#side, level.price, resting.price)) return level.available
    return level.price === resting.price ? Math.min(level.available, aheadOf(resting, this.#now)) : null
  }

  #take(level: OutsideLevel, quantity: number): void {
    const opposite = this.#side === 'buy' ? 'sell' : 'buy'
    level.available -= quantity
    this.taken += quantity
    this.#market.consumed.take(opposite, level.sourcePrice, quantity, this.#now)
    moveUp(this.#book.levelAt(opposite, level.price)?.head ?? null, quantity, this.#now)
    if (!level.beyondDisplayed) return
    this.#beyondAllowed = this.#allowedBeyond() - quantity
    this.#market.noteParticipation(quantity, this.#now)
  }

  /** Asked for only when an order gets that far, since it needs the prints of a whole minute. */
  #allowedBeyond(): number {
    this.#beyondAllowed ??= this.#market.allowance(this.#now)
    return this.#beyondAllowed
  }
}

const isBetter = (side: Side, price: number, than: number): boolean => (side === 'buy' ? price < than : price > than)
