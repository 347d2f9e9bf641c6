import type { Depth, Quote } from './venue.ts'

/** The best of both sides as a quote shows it: zero where there is no order. */
export const topOfBook = ({ bids: [bid], asks: [ask] }: Depth): Pick<Quote, 'bid' | 'ask' | 'bidQuantity' | 'askQuantity'> => ({
  bid: bid?.price ?? 0n,
  bidQuantity: bid?.quantity ?? 0n,
  ask: ask?.price ?? 0n,
  askQuantity: ask?.quantity ?? 0n,
})
