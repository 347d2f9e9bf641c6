/** Trades with the wallet that paid for them, or was paid, as `f`, `o` and `w`. */
export const FILLS_WITH_WALLETS = `fills f join orders o on o.account_id = f.account_id and o.id = f.order_id join wallets w on w.account_id = o.account_id and w.type = o.wallet`
/** Other trades settled with their execution, on their own trade date. */
export const SETTLES_LATER = 'f.settlement_date > f.trade_date'
/** True for a trade that has not settled yet by the settled date of its wallet. */
export const WAITS = `${SETTLES_LATER} and (w.settled_through is null or f.settlement_date > w.settled_through)`
