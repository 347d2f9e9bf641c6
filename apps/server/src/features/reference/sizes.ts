import { SCALE, divide } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { minorDigits } from '@rueda/rules/money.ts'

/** The most that one order may hold at this price, in whole steps (`docs/rules/orders.md` D.7); nothing where nothing is traded. */
export function largestQuantity({ market, step, currency }: Instrument, price: bigint): bigint {
  const most = marketTermsOf(market)?.largestOrder
  if (most === undefined) return 0n
  if (most.kind === 'quantity') return most.quantity
  if (price <= 0n) return 0n
  return (divide(most.minor * SCALE * SCALE, price * 10n ** BigInt(minorDigits[currency]), 'DOWN') / step) * step
}
