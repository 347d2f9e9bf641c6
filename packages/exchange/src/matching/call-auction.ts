import type { PriceRange } from '@rueda/rules/orders/match-price.ts'
import type { Side } from '@rueda/rules/side.ts'

/**
 * The call auction (`docs/rules/matching.md` C.5): one price at which the most can trade. Where several prices trade as much,
 * the one with the smaller imbalance wins, then the one closest to the reference, then the higher one if there is
 * more to buy, else the lower one. Orders are filled in price–time order, market orders first. No price lies outside the
 * collar, whoever would trade there (`docs/rules/matching.md` P.1).
 */
export type AuctionOrder = Readonly<{
  side: Side
  /** Market orders stand before all others; they too have a worst price. */
  market: boolean
  price: number
  quantity: number
}>

export type AuctionResult<Order extends AuctionOrder> = Readonly<{
  price: number
  volume: number
  /** Which order gets how much; orders that get nothing are not in it. */
  fills: ReadonlyMap<Order, number>
}>

export type CallTerms = Readonly<{ reference: number; collar: PriceRange<number> }>

/** Orders come in the order of their time; null when nothing can trade. */
export function callAuction<Order extends AuctionOrder>(orders: readonly Order[], terms: CallTerms): AuctionResult<Order> | null {
  const best = bestPrice(orders, terms)
  if (best === null) return null
  const fills = new Map<Order, number>()
  for (const side of ['buy', 'sell'] as const) allocate(orders, side, best.price, best.volume, fills)
  return { ...best, fills }
}

type Candidate = Readonly<{ price: number; volume: number; surplus: number }>

function bestPrice(orders: readonly AuctionOrder[], { reference, collar: { low, high } }: CallTerms): Candidate | null {
  let best: Candidate | null = null
  for (const price of new Set(orders.map((order) => Math.max(low, Math.min(high, order.price))))) {
    const bought = total(orders, 'buy', price)
    const sold = total(orders, 'sell', price)
    const candidate = { price, volume: Math.min(bought, sold), surplus: bought - sold }
    if (candidate.volume > 0 && (best === null || isBetter(candidate, best, reference))) best = candidate
  }
  return best
}

function isBetter(candidate: Candidate, best: Candidate, reference: number): boolean {
  if (candidate.volume !== best.volume) return candidate.volume > best.volume
  const imbalance = Math.abs(candidate.surplus) - Math.abs(best.surplus)
  if (imbalance !== 0) return imbalance < 0
  const distance = Math.abs(candidate.price - reference) - Math.abs(best.price - reference)
  if (distance !== 0) return distance < 0
  return candidate.surplus > 0 ? candidate.price > best.price : candidate.price < best.price
}

const willing = (order: AuctionOrder, side: Side, price: number): boolean =>
  order.side === side && (side === 'buy' ? order.price >= price : order.price <= price)

function total(orders: readonly AuctionOrder[], side: Side, price: number): number {
  let sum = 0
  for (const order of orders) if (willing(order, side, price)) sum += order.quantity
  return sum
}

function allocate<Order extends AuctionOrder>(
  orders: readonly Order[],
  side: Side,
  price: number,
  volume: number,
  fills: Map<Order, number>,
): void {
  const direction = side === 'buy' ? -1 : 1
  const inTurn = orders
    .filter((order) => willing(order, side, price))
    .toSorted((a, b) => Number(b.market) - Number(a.market) || (a.market ? 0 : direction * (a.price - b.price)))
  let left = volume
  for (const order of inTurn) {
    const quantity = Math.min(left, order.quantity)
    if (quantity === 0) return
    fills.set(order, quantity)
    left -= quantity
  }
}
