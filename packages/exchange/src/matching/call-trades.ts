import { auctionCollar } from '@rueda/rules/orders/limits.ts'
import { type PriceRange, isInside } from '@rueda/rules/orders/match-price.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Quote } from '../venue.ts'
import type { AuctionResult } from './call-auction.ts'
import type { OpenOrder } from './open-order.ts'
import type { OpenOrders } from './open-orders.ts'
import type { AuctionEntry } from './opening-auction.ts'
import type { Units } from './units.ts'

/**
 * Turns the result of a call into trades. Customers trade with each other first, each in turn, and what is left of them with
 * the outside, so that every trade has two sides that can be reported.
 */
type Call = Readonly<{
  collar: PriceRange<number>
  /** The range in which customers could trade in the continuous market: a price beyond it counts as volume and moves nothing. */
  quote: PriceRange<number> | null
  at: Instant
}>

export function executeCall(orders: OpenOrders, { price, fills }: AuctionResult<AuctionEntry>, { collar, quote, at }: Call): void {
  const movesPrice = isInside(quote, price)
  for (const { buyer, seller, quantity } of tradesOf(fills)) {
    const customer = buyer ?? seller
    if (buyer !== null && seller !== null) orders.trade(seller, buyer, { price, quantity, at, range: collar, isCall: true, movesPrice })
    else if (customer !== null) orders.execute(customer, { price, quantity, resting: false, at })
  }
}

/** The collar of a call in a book's own units. */
export function collarOf(instrument: Instrument, quote: Quote, units: Units): PriceRange<number> {
  const { low, high } = auctionCollar(instrument, quote)
  return { low: units.worstPrice('sell', low), high: units.worstPrice('buy', high) }
}

type Part = { readonly open: OpenOrder | null; quantity: number }

function* tradesOf(fills: ReadonlyMap<AuctionEntry, number>) {
  const [buyers, sellers] = [inTurn(fills, 'buy'), inTurn(fills, 'sell')]
  let [buyer, seller] = [buyers.shift(), sellers.shift()]
  while (buyer !== undefined && seller !== undefined) {
    const quantity = Math.min(buyer.quantity, seller.quantity)
    if (quantity > 0) yield { buyer: buyer.open, seller: seller.open, quantity }
    buyer.quantity -= quantity
    seller.quantity -= quantity
    if (buyer.quantity === 0) buyer = buyers.shift()
    if (seller.quantity === 0) seller = sellers.shift()
  }
}

/** Customers as they were filled, and the whole outside behind them. */
function inTurn(fills: ReadonlyMap<AuctionEntry, number>, side: AuctionEntry['side']): Part[] {
  const outside: Part = { open: null, quantity: 0 }
  const parts: Part[] = []
  for (const [entry, quantity] of fills) {
    if (entry.side !== side) continue
    if (entry.open === null) outside.quantity += quantity
    else parts.push({ open: entry.open, quantity })
  }
  return [...parts, outside]
}
