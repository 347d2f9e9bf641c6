/** Which way an order, a fill or a trade goes, seen from whoever sent the order. */
export type Side = 'buy' | 'sell'
