import { greatest } from '../decimal.ts'
import type { Currency } from '../money.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time.ts'

/** Terms of exchanging one currency for another: the cost, and the time of each step (`docs/rules/transfers.md` E.11, O.16). */
export const QUOTE_LIFE_MS = 30 * SECOND_MS
export const SETTLE_DELAY_MS = MINUTE_MS
/** A rate without an update for this long is no longer valid. */
export const RATE_STALE_AFTER_MS = DAY_MS

/** The brokerage's spread from the mid by currency, in units of 10^-8: 0.30 % is 300 000. */
export const exchangeSpreads: Readonly<Partial<Record<Currency, bigint>>> = {
  USD: 300_000n,
  TWD: 300_000n,
  JPY: 300_000n,
  ARS: 500_000n,
}

/** The dearer of the two currencies sets the cost of an exchange. */
export function spreadBetween(one: Currency, other: Currency): bigint {
  const [a, b] = [exchangeSpreads[one], exchangeSpreads[other]]
  if (a === undefined || b === undefined) throw new Error(`the house does not change ${one} into ${other}`)
  return greatest(a, b)
}
