import type { VenueOrder } from '../venue.ts'

/**
 * The simplest odd-lot book that could be right: one array in order of arrival, and a call that counts shares at every
 * price and hands them out one by one. It is slow, it is never used to trade, and it judges the real one.
 */
type Waiting = { readonly order: VenueOrder; shares: number }
export type NaiveCall = Readonly<{ price: bigint; shares: ReadonlyMap<string, number> }>

export class NaiveOddLots {
  #waiting: Waiting[] = []

  add(order: VenueOrder, shares: number): void {
    this.#waiting.push({ order, shares })
  }

  cancel(orderId: string): boolean {
    const before = this.#waiting.length
    this.#waiting = this.#waiting.filter(({ order }) => order.orderId !== orderId)
    return this.#waiting.length < before
  }

  reduce(orderId: string, by: number): void {
    for (const waiting of this.#waiting) if (waiting.order.orderId === orderId) waiting.shares -= by
    this.#waiting = this.#waiting.filter(({ shares }) => shares > 0)
  }

  /** The waiting orders in order of arrival, each with its remaining shares. */
  left(): readonly (readonly [VenueOrder, number])[] {
    return this.#waiting.map(({ order, shares }) => [order, shares] as const)
  }

  /** Takes out, of two orders of one account that could trade with each other, the later one; returns their ids. */
  takeOutSelfTrades(): string[] {
    const kept: Waiting[] = []
    for (const waiting of this.#waiting) if (!kept.some((earlier) => couldMeet(earlier.order, waiting.order))) kept.push(waiting)
    const out = this.#waiting.filter((waiting) => !kept.includes(waiting))
    this.#waiting = kept
    return out.map(({ order }) => order.orderId)
  }

  call(reference: bigint): NaiveCall | null {
    const priced = [...new Set(this.#waiting.map(({ order }) => order.worstPrice))].map((price) => this.#at(price))
    const most = Math.max(0, ...priced.map(({ volume }) => volume))
    if (most === 0) return null
    const [best] = priced
      .filter(({ volume }) => volume === most)
      .toSorted(
        (a, b) =>
          Math.abs(a.surplus) - Math.abs(b.surplus) || Number(away(a.price, reference) - away(b.price, reference)) || higherFirst(a, b),
      )
    if (best === undefined) return null
    const shares = new Map<string, number>()
    for (const side of ['buy', 'sell'] as const) {
      const names = this.#inTurn(side, best.price).flatMap(({ order, shares: all }) => Array.from({ length: all }, () => order.orderId))
      for (const orderId of names.slice(0, most)) shares.set(orderId, (shares.get(orderId) ?? 0) + 1)
    }
    for (const [orderId, filled] of shares) this.reduce(orderId, filled)
    return { price: best.price, shares }
  }

  #at(price: bigint) {
    const sum = (side: 'buy' | 'sell') => this.#inTurn(side, price).reduce((all, { shares }) => all + shares, 0)
    const [bought, sold] = [sum('buy'), sum('sell')]
    return { price, volume: Math.min(bought, sold), surplus: bought - sold }
  }

  /** Orders that take a price, the better limit first and then the earlier order: the sort keeps the order of arrival. */
  #inTurn(side: 'buy' | 'sell', price: bigint): Waiting[] {
    const takes = ({ order }: Waiting) => order.side === side && (side === 'buy' ? order.worstPrice >= price : order.worstPrice <= price)
    const direction = side === 'buy' ? -1 : 1
    return this.#waiting.filter(takes).toSorted((a, b) => direction * Number(a.order.worstPrice - b.order.worstPrice))
  }
}

function couldMeet(a: VenueOrder, b: VenueOrder): boolean {
  if (a.accountId !== b.accountId || a.side === b.side) return false
  const [buy, sell] = a.side === 'buy' ? [a, b] : [b, a]
  return buy.worstPrice >= sell.worstPrice
}

const away = (price: bigint, reference: bigint): bigint => (price > reference ? price - reference : reference - price)
const higherFirst = (a: { price: bigint; surplus: number }, b: { price: bigint }): number =>
  Number(a.surplus > 0 ? b.price - a.price : a.price - b.price)
