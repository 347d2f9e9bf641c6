import { chargedTotal } from '../fees/schedule.ts'
import { type Currency, notional } from '../money.ts'
import type { Fill } from '../orders/fill.ts'

type Day = Readonly<{
  currency: Currency
  /** Held now, in units of 10^-8. */
  quantity: bigint
  price: bigint
  previousClose: bigint
  /** The day's fills in this instrument. */
  fills: readonly Fill[]
}>

/**
 * What one instrument brought today, in minor units: value now, less value at the previous close of what was held
 * then, less what was bought, plus what was sold, charges included (`domain.md` D.10).
 */
export function dayResult({ currency, quantity, price, previousClose, fills }: Day): bigint {
  let heldBefore = quantity
  let flow = 0n
  for (const fill of fills) {
    const charges = chargedTotal(fill.charges)
    heldBefore += fill.side === 'buy' ? -fill.quantity : fill.quantity
    flow += fill.side === 'buy' ? -(fill.notional + charges) : fill.notional - charges
  }
  return notional(price, quantity, currency, 'HALF_UP') - notional(previousClose, heldBefore, currency, 'HALF_UP') + flow
}
