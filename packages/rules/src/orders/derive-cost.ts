import { type Derivation, type Sign, amountOf, figureOf, plus, priceOf, sumOf, times } from '../figures/derivation.ts'
import { deriveCharges } from '../fees/derive-charges.ts'
import type { FeeSchedule } from '../fees/schedule.ts'
import { notional } from '../money.ts'
import type { Side } from '../side.ts'
import type { CalendarDate } from '../time.ts'

/** The figures of an order, before it is placed, that can be explained. */
export const orderFigures = ['value', 'charges', 'totalCost', 'margin', 'liquidation'] as const
export type OrderFigure = (typeof orderFigures)[number]

/** Each part of an order goes to the book of its size and has that book's fees (`lotsIn`). */
type Lot = Readonly<{ quantity: bigint; fees: FeeSchedule; sameDayQuantity: bigint }>
type Asked = Readonly<{ instrumentId: string; side: Side; lots: readonly Lot[]; tradeDate: CalendarDate }>

/** What an order would cost or bring at a price: its value and its charges, a sale's charges taken off (`docs/rules/orders.md`). */
export function deriveCost(asked: Asked, price: bigint): Derivation {
  const sign: Sign = asked.side === 'buy' ? 'plus' : 'minus'
  const currency = currencyOf(asked)
  return sumOf(currency, [plus(deriveValue(asked, price)), { ...deriveOrderCharges(asked, price), sign }], { name: 'totalCost' })
}

const currencyOf = ({ lots: [first] }: Asked) => first?.fees.currency ?? 'USD'

export function deriveValue(asked: Asked, price: bigint): Derivation {
  const currency = currencyOf(asked)
  const quantity = asked.lots.reduce((sum, lot) => sum + lot.quantity, 0n)
  const value = asked.lots.reduce((sum, lot) => sum + notional(price, lot.quantity, currency, 'HALF_UP'), 0n)
  const about = { kind: 'instrument', id: asked.instrumentId } as const
  const parts = [plus(figureOf('quantity', quantity, { name: 'quantity' })), times(priceOf(currency, price, { name: 'price', about }))]
  return amountOf(currency, value, { name: 'value', parts })
}

export function deriveOrderCharges({ lots, side, tradeDate, instrumentId }: Asked, price: bigint): Derivation {
  const currency = currencyOf({ lots, side, tradeDate, instrumentId })
  const each = lots.map(({ quantity, fees, sameDayQuantity }) =>
    deriveCharges(fees, {
      side,
      quantity,
      tradeDate,
      notional: notional(price, quantity, currency, 'HALF_UP'),
      sameDayNotional: side === 'sell' ? notional(price, sameDayQuantity, currency, 'HALF_UP') : 0n,
    }),
  )
  return sumOf(
    currency,
    each.flatMap(({ parts }) => parts),
    { name: 'charges' },
  )
}
