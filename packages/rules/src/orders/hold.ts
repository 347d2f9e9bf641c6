import { formatScaled } from '../decimal.ts'
import { type FeeSchedule, chargesOn, totalOf } from '../fees/schedule.ts'
import { notional } from '../money.ts'
import type { Position } from '../positions/position.ts'
import { type Refusal, refuse } from '../result.ts'
import type { Side } from '../side.ts'
import type { CalendarDate } from '../time.ts'

export type PricedHold = Readonly<{ notional: bigint; charges: bigint }>

/** The cost of an order at its worst price, charges included: the hold of a purchase (`docs/rules/holds.md` D.3). */
export function priceHold(
  ask: Readonly<{ side: Side; quantity: bigint }>,
  price: bigint,
  terms: Readonly<{ fees: FeeSchedule; tradeDate: CalendarDate }>,
): PricedHold {
  const traded = notional(price, ask.quantity, terms.fees.currency, ask.side === 'buy' ? 'CEIL' : 'HALF_UP')
  const charges = chargesOn(terms.fees, { side: ask.side, notional: traded, quantity: ask.quantity, tradeDate: terms.tradeDate })
  return { notional: traded, charges: totalOf(charges) }
}

/** Enough free shares, or the reason why not: too few, or enough but some of them locked. */
export function checkHoldings(position: Position | null, quantity: bigint): Refusal | null {
  const free = position?.free ?? 0n
  if (free >= quantity) return null
  const locked = position?.locked ?? 0n
  const facts = { available: formatScaled(free), field: 'quantity' }
  return locked > 0n && free + locked >= quantity ? refuse('position.locked', facts) : refuse('position.insufficient', facts)
}
