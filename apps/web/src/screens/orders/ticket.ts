import { type Market, codeOfTimeInForce, codeOfType, directionOfSide } from '@rueda/contract/codes.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { type OrderType, type TimeInForce, hasLimit, hasStop } from '@rueda/rules/orders/order.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { type ConditionFault, conditionFault, conditionsOf, validitiesOf } from './conditions.ts'
import { USUAL_LEVERAGE, takesLeverage } from '../../shared/orders/margin-market.ts'
import { type Bands, type Ticks, isInsideBands, isOnTick, tickFor } from './prices.ts'
import { isZero, quantityFault, quantityForAmount } from '../../shared/orders/sizing.ts'

/** The draft being typed into a ticket, and the order it stands for. */
export type Side = 'buy' | 'sell'
export type { OrderType, TimeInForce }
export const orderTypes = ['market', 'limit', 'stop', 'stopLimit', 'trailing'] as const satisfies readonly OrderType[]

export type Draft = Readonly<{
  side: Side
  /** True if it ends a position; on margin either side may open one. */
  closes: boolean
  type: OrderType
  /** The meaning of the big number. A purchase that takes parts of shares carries the amount itself, any other order a quantity. */
  unit: 'quantity' | 'amount'
  quantity: string
  amount: string
  price: string
  timeInForce: TimeInForce
  /** The position as a multiple of its margin; asked for in pairs only. */
  leverage: number
  stop: string
  trail: string
  /** True if the exits below are part of the order. */
  exits: boolean
  takeProfit: string
  stopLoss: string
}>

/** The opening values of a ticket: a price alone makes it a limit order; an order that is repeated brings everything it had. */
export type Opening = Pick<Draft, 'side' | 'price' | 'quantity' | 'timeInForce'> &
  Partial<Pick<Draft, 'type' | 'leverage' | 'stop' | 'trail' | 'takeProfit' | 'stopLoss'>>

export const draftOf = (opening: Opening): Draft => ({
  closes: false,
  type: opening.price === '' ? 'market' : 'limit',
  unit: 'quantity',
  amount: '',
  leverage: USUAL_LEVERAGE,
  stop: '',
  trail: '',
  exits: (opening.takeProfit ?? '') !== '' || (opening.stopLoss ?? '') !== '',
  takeProfit: '',
  stopLoss: '',
  ...opening,
})

type Prices = Readonly<{ bid: string | null; ask: string | null; price_nominal: string }>

/** What an order at market meets first: the other side's best, or the last price where there is none. */
export const marketPrice = (side: Side, { bid, ask, price_nominal: last }: Prices): string => (side === 'buy' ? ask : bid) ?? last

/** The price an order would most likely meet: its own limit, or the other side's best. */
export function referencePrice(draft: Pick<Draft, 'side' | 'type' | 'price' | 'stop'>, quote: Prices): string {
  if (hasLimit(draft.type)) return finish(draft.price)
  if (draft.type === 'stop' && draft.stop !== '') return finish(draft.stop)
  return marketPrice(draft.side, quote)
}

/** The quantity the draft asks for; "" when nothing was typed. */
export function quantityOf(draft: Draft, price: string, step: string): string {
  if (draft.unit === 'quantity') return finish(draft.quantity)
  const amount = finish(draft.amount)
  return amount === '' ? '' : (quantityForAmount(amount, price, step) ?? '')
}

export const isNothing = (value: string): boolean => value === '' || isZero(value)

/** `wholeStep` is that of whole shares where `step` is that of their parts. */
export type Rules = Readonly<{ market: Market; minimum: string; step: string; wholeStep: string; ticks: Ticks; bands: Bands | null }>
export type Fault =
  | 'price.empty'
  | 'price.tick'
  | 'price.band'
  | 'price.bandFrom'
  | 'quantity.minimum'
  | 'quantity.step'
  | 'quantity.amountSmall'
  | 'oddLot.limit'
  | ConditionFault

/** A price that no order may have, whatever its size. */
export const isForbiddenPrice = (fault: Fault | null): boolean =>
  fault === 'price.tick' || fault === 'price.band' || fault === 'price.bandFrom'

/** The first thing wrong with prices or quantity. The server looks again; this one answers while typing. */
export function faultOf(draft: Draft, quantity: string, rules: Rules, last: string): Fault | null {
  return (
    conditionFault(draft, rules, last) ??
    priceFault(draft, rules) ??
    sizeFault(draft, quantity, rules) ??
    oddLotFault(draft, quantity, rules)
  )
}

function priceFault({ type, price: typed }: Draft, { ticks, bands }: Rules): Fault | null {
  if (!hasLimit(type)) return null
  const price = finish(typed)
  if (isNothing(price)) return 'price.empty'
  if (!isOnTick(price, tickFor(ticks, price))) return 'price.tick'
  if (isInsideBands(price, bands)) return null
  return bands?.up === null ? 'price.bandFrom' : 'price.band'
}

function sizeFault({ unit }: Draft, quantity: string, rules: Rules): Fault | null {
  if (unit === 'amount' && isNothing(quantity)) return 'quantity.amountSmall'
  const fault = quantityFault(quantity, rules)
  if (fault === 'below_minimum') return 'quantity.minimum'
  return fault === 'step' ? 'quantity.step' : null
}

/** An odd lot has a book of its own, which takes fewer types (`docs/rules/taiwan.md` B.3). */
function oddLotFault({ type }: Draft, quantity: string, { market }: Rules): Fault | null {
  const lots = marketTermsOf(market)?.lots
  if (lots === undefined || lots.odd === null || lots.odd.orderTypes.includes(type)) return null
  const [{ lot }] = lots.round
  return (parseScaled(quantity) ?? 0n) % lot === 0n ? null : 'oddLot.limit'
}

type Key = Readonly<{ code: string; market: Market; name: string; byAmount?: boolean }>

/** The draft as the server takes it. */
export const inputOf = (draft: Draft, quantity: string, { code, market, name, byAmount = false }: Key): InputOf<typeof orders.create> => ({
  stockCode: code,
  market,
  name,
  direction: directionOfSide[draft.side],
  orderType: codeOfType[draft.type],
  ...(byAmount ? { amount: finish(draft.amount) } : { quantity }),
  ...(hasLimit(draft.type) ? { price: finish(draft.price) } : {}),
  ...(draft.type === 'market' ? {} : { tif: codeOfTimeInForce[validityOf(market, draft)] }),
  ...(takesLeverage(market) ? { leverage: draft.leverage } : {}),
  ...conditionsOf(market, draft),
})

/** Whether a price comes before the size: until a stop has one, digits that are typed are not the size's. */
export const asksForStopFirst = ({ type, stop }: Pick<Draft, 'type' | 'stop'>): boolean =>
  hasStop(type) && type !== 'trailing' && stop === ''

/** The chosen time in force if the chosen type takes it; otherwise the day. */
export function validityOf(market: Market, { type, timeInForce }: Pick<Draft, 'type' | 'timeInForce'>): TimeInForce {
  return validitiesOf(market, type).includes(timeInForce) ? timeInForce : 'DAY'
}
