import type { BlockStock } from '@rueda/contract/blocks.ts'
import { blockFeesOf } from '@rueda/rules/blocks/fees.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { chargesOn, totalOf } from '@rueda/rules/fees/schedule.ts'
import { offeringMarkets } from '@rueda/rules/markets/markets.ts'
import { formatMinor, notional } from '@rueda/rules/money.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { finish } from '@rueda/ui/fields/typing.ts'

/** What the customer has typed of a block. */
export type Draft = Readonly<{ side: 'buy' | 'sell'; mode: 'firm' | 'own'; quantity: string; price: string }>
export const FIRST_QUANTITY = '10000'
export const emptyDraft: Draft = { side: 'buy', mode: 'firm', quantity: FIRST_QUANTITY, price: '' }
export const quickQuantities = ['10000', '20000', '50000'] as const
export const directionOf = ({ side }: Pick<Draft, 'side'>): 0 | 1 => (side === 'buy' ? 0 : 1)

const scaledOf = (typed: string): bigint => parseScaled(finish(typed)) ?? 0n

/** What stands against a draft, in the order in which it is named; null for one that can go on. */
export function draftFault(draft: Draft, stock: BlockStock): 'quantity' | 'tooLittle' | 'tooMuch' | 'price' | null {
  const quantity = scaledOf(draft.quantity)
  if (quantity === 0n) return 'quantity'
  if (quantity < scaledOf(stock.minQuantity)) return 'tooLittle'
  if (quantity > scaledOf(stock.maxQuantity)) return 'tooMuch'
  return draft.mode === 'own' && scaledOf(draft.price) === 0n ? 'price' : null
}

const [MARKET] = offeringMarkets

/** What a block at the customer's own price costs or brings at that price, in decimal text: the desk's own arithmetic. */
export function costAtOwnPrice({ side, quantity: typed, price }: Draft, tradeDate: CalendarDate) {
  const quantity = scaledOf(typed)
  const fees = blockFeesOf({ market: MARKET, contract: null }, quantity)
  const amount = notional(scaledOf(price), quantity, fees.currency, side === 'buy' ? 'CEIL' : 'HALF_UP')
  const charges = chargesOn(fees, { side, notional: amount, quantity, tradeDate })
  const text = (minor: bigint): string => formatMinor(minor, fees.currency)
  const fee = totalOf(charges.filter(({ goesTo }) => goesTo === 'fee'))
  const all = totalOf(charges)
  return { amount: text(amount), fee: text(fee), tax: text(all - fee), total: text(side === 'buy' ? amount + all : amount - all) }
}
