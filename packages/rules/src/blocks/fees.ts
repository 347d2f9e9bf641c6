import { type FeeSchedule, chargeRule } from '../fees/schedule.ts'
import type { OrderRates } from '../fees/versions.ts'
import { feesOf, firstFeesOf } from '../instruments/terms.ts'
import { percent } from '../markets/market.ts'
import type { Kind } from '../markets/scope.ts'
import type { Order } from '../orders/order.ts'

/** The house's fee on a block; what others collect on a sale is charged as on any other (`docs/rules/block-trades.md` E.4). */
export const BLOCK_MINIMUM = 500n
export const blockCommission = chargeRule({ kind: 'COMMISSION', rate: percent('0.02'), minimum: BLOCK_MINIMUM })

/** The charges of a block: the market's own table with the fee of blocks in the place of its commission. */
export function blockFeesOf(instrument: Kind, quantity: bigint): FeeSchedule {
  const { currency, rules } = firstFeesOf(instrument, quantity)
  return { currency, rules: [blockCommission, ...rules.filter(({ kind }) => kind !== 'COMMISSION')] }
}

/** The charges of an order by what it is, and by the rates it was accepted under. */
export function feesOfOrder(
  instrument: Kind,
  { block, origin, quantity }: Pick<Order, 'block' | 'origin' | 'quantity'>,
  rates: OrderRates,
): FeeSchedule {
  if (origin === 'reinvestment') return reinvestmentFeesOf(instrument, quantity)
  return block === null ? feesOf(instrument, quantity, rates) : blockFeesOf(instrument, quantity)
}

/** A dividend that buys more of its share pays nothing for it (`docs/rules/plans.md` P.6). */
export const reinvestmentFeesOf = (instrument: Kind, quantity: bigint): FeeSchedule => ({
  currency: firstFeesOf(instrument, quantity).currency,
  rules: [],
})
