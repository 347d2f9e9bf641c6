import { type Currency, notional } from '../money.ts'

/** The trades in one instrument in a day, added up over its fills. */
export type DayTraded = Readonly<{
  /** Bought less sold, in units of 10^-8. */
  quantity: bigint
  /** Received less paid in minor units, charges included. */
  flow: bigint
}>

export const NOTHING_TRADED: DayTraded = { quantity: 0n, flow: 0n }

type Day = Readonly<{
  currency: Currency
  /** Held now, in units of 10^-8. */
  quantity: bigint
  price: bigint
  previousClose: bigint
  traded: DayTraded
}>

/**
 * The result of one instrument today, in minor units: value now, less value at the previous close of the quantity held then, less
 * purchases, plus sales, charges included (`docs/rules/profit-and-loss.md` D.10).
 */
export function dayResult({ currency, quantity, price, previousClose, traded }: Day): bigint {
  const valueNow = notional(price, quantity, currency, 'HALF_UP')
  const valueBefore = notional(previousClose, quantity - traded.quantity, currency, 'HALF_UP')
  return valueNow - valueBefore + traded.flow
}
