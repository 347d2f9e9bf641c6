import { type Derivation, type Part, amountOf, figureOf, minus, plus, priceOf, sumOf, times } from '../figures/derivation.ts'
import { type Currency, notional } from '../money.ts'

/** What a wallet's money can be held for; INV-10 adds up the same. */
export const holdKinds = ['order', 'transfer', 'withdrawal', 'fund', 'mandate', 'subscription', 'repayment', 'pledge'] as const
export type HoldKind = (typeof holdKinds)[number]

/** Money held for an order on shares: what was held when it was accepted, and the price and quantity that it waits with. */
type OrderHold = Readonly<{ kind: 'order'; instrumentId: string; amount: bigint; atStart: bigint; waits: Waits | null }>
/** Null where its price is not its own: at the market's, or on margin. */
type Waits = Readonly<{ price: bigint; quantity: bigint }>
type OtherHold = Readonly<{ kind: Exclude<HoldKind, 'order'>; amount: bigint }>
export type Hold = OrderHold | OtherHold

/** One hold with what it is made of (`docs/rules/holds.md` D.3): the order at its limit with its charges, less what executions took of it. */
export function deriveHold(currency: Currency, hold: Hold): Derivation {
  if (hold.kind !== 'order') return amountOf(currency, hold.amount, { name: 'use', about: { kind: 'hold', id: hold.kind } })
  const { instrumentId, amount, atStart, waits } = hold
  const about = { kind: 'instrument', id: instrumentId } as const
  const taken = atStart - amount
  if (taken === 0n)
    return amountOf(currency, amount, { name: 'use', about, parts: waits === null ? [] : limitParts(currency, atStart, waits) })
  const parts = [plus(amountOf(currency, atStart, { name: 'heldAtStart' })), minus(amountOf(currency, taken, { name: 'spent' }))]
  return sumOf(currency, parts, { name: 'use', about })
}

/** A hold rounds against its customer, so that no execution at the limit costs more. */
function limitParts(currency: Currency, held: bigint, { price, quantity }: Waits): readonly Part[] {
  const value = notional(price, quantity, currency, 'CEIL')
  const factors = [plus(figureOf('quantity', quantity, { name: 'quantity' })), times(priceOf(currency, price, { name: 'price' }))]
  return [plus(amountOf(currency, value, { name: 'value', parts: factors })), plus(amountOf(currency, held - value, { name: 'charges' }))]
}
