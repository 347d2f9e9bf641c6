import { greatest } from '../decimal.ts'

/** The largest multiple of their equity that all of a customer's positions may be worth (`docs/rules/orders.md` D.7). */
const MAX_TIMES_EQUITY = 20n

/** The exposure still allowed, in cents; zero when the positions are worth that much already. */
export const exposureLeft = (equity: bigint, gross: bigint): bigint => greatest(equity * MAX_TIMES_EQUITY - gross, 0n)
