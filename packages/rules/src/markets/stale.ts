import { SECOND_MS } from '../time.ts'

/** For this long a price of an open market that has not been heard of counts as its own: for an order at market, and for what a screen calls live (`docs/rules/quotes.md` O.16). */
export const STALE_AFTER_MS = 10 * SECOND_MS
