import { greatest } from '../decimal.ts'

/** How many times their equity everything that a customer holds may be worth (`docs/rules/orders.md` D.7). */
const MAX_TIMES_EQUITY = 20n

/** What more may be taken on, in cents: nothing where what is held is worth that much already. */
export const exposureLeft = (equity: bigint, gross: bigint): bigint => greatest(equity * MAX_TIMES_EQUITY - gross, 0n)
