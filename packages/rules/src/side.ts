/** The direction of an order, a fill or a trade, from the side of the order's sender. */
export type Side = 'buy' | 'sell'
