import { type FeeSchedule, chargeRule } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { feesOf } from '../instruments/terms.ts'
import { percent } from '../markets/market.ts'
import type { Kind } from '../markets/scope.ts'
import type { Order } from '../orders/order.ts'

/** The house's fee on a block; what others collect on a sale is charged as on any other (`docs/rules/block-trades.md` E.4). */
export const BLOCK_MINIMUM = 500n
export const blockCommission = chargeRule({ kind: 'COMMISSION', rate: percent('0.02'), minimum: BLOCK_MINIMUM })

/** The charges of a block: the market's own table with the fee of blocks in the place of its commission. */
export function blockFeesOf(instrument: Kind, quantity: bigint): FeeSchedule {
  const { currency, rules } = feesOf(instrument, quantity)
  return { currency, rules: [blockCommission, ...rules.filter(({ kind }) => kind !== 'COMMISSION')] }
}

/** The charges of an order by what it is. */
export function feesOfOrder(
  instrument: Instrument,
  { block, origin, quantity }: Pick<Order, 'block' | 'origin' | 'quantity'>,
): FeeSchedule {
  if (origin === 'reinvestment') return reinvestmentFeesOf(instrument, quantity)
  return block === null ? feesOf(instrument, quantity) : blockFeesOf(instrument, quantity)
}

/** A dividend that buys more of its share pays nothing for it (`docs/rules/plans.md` P.6). */
export const reinvestmentFeesOf = (instrument: Kind, quantity: bigint): FeeSchedule => ({
  currency: feesOf(instrument, quantity).currency,
  rules: [],
})
