import { greatest } from '../decimal.ts'
import type { Currency } from '../money.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time.ts'

/** What changing money from one currency into another costs, and how long each step of it takes (`docs/rules/transfers.md` E.11, O.16). */
export const QUOTE_LIFE_MS = 30 * SECOND_MS
export const SETTLE_DELAY_MS = MINUTE_MS
/** A rate nobody has heard of for this long is no rate any more. */
export const RATE_STALE_AFTER_MS = DAY_MS

/** How far from the mid the house changes a currency, in units of 10^-8: 0.30 % is 300 000. */
export const exchangeSpreads: Readonly<Partial<Record<Currency, bigint>>> = {
  USD: 300_000n,
  TWD: 300_000n,
  JPY: 300_000n,
  ARS: 500_000n,
}

/** The dearer of the two currencies says what an exchange costs. */
export function spreadBetween(one: Currency, other: Currency): bigint {
  const [a, b] = [exchangeSpreads[one], exchangeSpreads[other]]
  if (a === undefined || b === undefined) throw new Error(`the house does not change ${one} into ${other}`)
  return greatest(a, b)
}
