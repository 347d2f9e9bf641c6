import { SCALE, divide, least } from '../decimal.ts'
import type { Currency } from '../money.ts'
import { notional } from '../money.ts'
import type { CalendarDate, Instant } from '../time.ts'

/**
 * A customer's holding of one instrument, netted. Its cost is the average-cost method's: buying adds price and fees, selling takes out the
 * sold share of the cost (`docs/rules/positions.md` D.4).
 */
export type Position = Readonly<{
  id: string
  number: string
  accountId: string
  instrumentId: string
  /** Quantities in units of 10^-8: free to sell, on open sell orders, locked. */
  free: bigint
  held: bigint
  locked: bigint
  /** The cost of the held quantity, fees included, in minor units. */
  cost: bigint
  realised: bigint
  charges: bigint
  /** Everything bought and sold so far, for the average opening and closing price: values in units of 10^-8. */
  boughtQuantity: bigint
  boughtValue: bigint
  soldQuantity: bigint
  soldValue: bigint
  /** The quantity bought on the newest trade date with a purchase and not sold on it, which some markets tax less. */
  boughtOn: CalendarDate | null
  boughtThatDay: bigint
  openedAt: Instant
  changedAt: Instant
  closedAt: Instant | null
}>

export const quantityOf = (position: Position): bigint => position.free + position.held + position.locked

/** The same position with nothing in it, as it is before its first fill is posted. */
export const emptyPosition = (position: Position): Position => ({ ...position, free: 0n, held: 0n, locked: 0n })

type Opening = Pick<Position, 'id' | 'number' | 'accountId' | 'instrumentId'>
export const openPosition = (opening: Opening, now: Instant): Position => ({
  ...opening,
  free: 0n,
  held: 0n,
  locked: 0n,
  cost: 0n,
  realised: 0n,
  charges: 0n,
  boughtQuantity: 0n,
  boughtValue: 0n,
  soldQuantity: 0n,
  soldValue: 0n,
  boughtOn: null,
  boughtThatDay: 0n,
  openedAt: now,
  changedAt: now,
  closedAt: null,
})

type Trade = Readonly<{ quantity: bigint; value: bigint; notional: bigint; charges: bigint; tradeDate: CalendarDate }>

/** A purchase: the shares are free at once, the cost grows by price and fees. */
export const buyInto = (position: Position, trade: Trade, now: Instant): Position => ({
  ...position,
  free: position.free + trade.quantity,
  cost: position.cost + trade.notional + trade.charges,
  charges: position.charges + trade.charges,
  boughtQuantity: position.boughtQuantity + trade.quantity,
  boughtValue: position.boughtValue + trade.value,
  ...boughtWith(position, trade),
  changedAt: now,
})

/** A purchase of an earlier date, reported late, does not count towards the newest date with one. */
function boughtWith(position: Position, { tradeDate, quantity }: Trade): Pick<Position, 'boughtOn' | 'boughtThatDay'> {
  const { boughtOn: newest, boughtThatDay } = position
  if (newest !== null && tradeDate < newest) return { boughtOn: newest, boughtThatDay }
  return { boughtOn: tradeDate, boughtThatDay: boughtOn(position, tradeDate) + quantity }
}

/** The rest of a trade date's purchases; a sale uses them up before all older ones. */
export const boughtOn = (position: Position, tradeDate: CalendarDate): bigint =>
  position.boughtOn === tradeDate ? position.boughtThatDay : 0n

export type Sale = Readonly<{ position: Position; realised: bigint }>

/**
 * A sale out of the held shares. When nothing is left, the whole remaining cost is realised, so that no remainder stays
 * (`docs/rules/positions.md` O.6).
 */
export function sellFrom(position: Position, trade: Trade, now: Instant): Sale {
  const before = quantityOf(position)
  const after = before - trade.quantity
  const costOut = after === 0n ? position.cost : divide(position.cost * trade.quantity, before, 'HALF_UP')
  const realised = trade.notional - trade.charges - costOut
  return {
    realised,
    position: {
      ...position,
      held: position.held - trade.quantity,
      cost: position.cost - costOut,
      realised: position.realised + realised,
      charges: position.charges + trade.charges,
      soldQuantity: position.soldQuantity + trade.quantity,
      soldValue: position.soldValue + trade.value,
      boughtThatDay: position.boughtThatDay - least(trade.quantity, boughtOn(position, trade.tradeDate)),
      changedAt: now,
      closedAt: after === 0n ? now : null,
    },
  }
}

/** Average cost a unit, with eight decimals; `minorScale` 100 for a currency with two digits. */
export const averageCostOf = (position: Position, minorScale: bigint): bigint =>
  quantityOf(position) === 0n ? 0n : divide(position.cost * SCALE * SCALE, quantityOf(position) * minorScale, 'HALF_UP')

export type Valuation = Readonly<{ marketValue: bigint; profit: bigint; ratio: bigint | null }>

/** The valuation of the position at a price: value and floating result in minor units, result over cost in units of 10^-8. */
export function valueAt(position: Position, price: bigint, currency: Currency): Valuation {
  const marketValue = notional(price, quantityOf(position), currency, 'HALF_UP')
  const profit = marketValue - position.cost
  return { marketValue, profit, ratio: position.cost === 0n ? null : divide(profit * SCALE, position.cost, 'HALF_UP') }
}
