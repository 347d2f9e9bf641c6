import { divide } from '@rueda/rules/decimal.ts'
import { type Instrument, tickAt } from '@rueda/rules/instruments/instrument.ts'

/**
 * Inside the matching engine prices and quantities are safe integers, because a book of plain numbers is fast:
 * a price counts the finest step the instrument's prices move in, a quantity counts the book's order step. This is the
 * one place where the scaled integers of the venue's interface become such numbers and back.
 */
export type Units = Readonly<{
  /** An outside price, on the grid already. */
  price(scaled: bigint): number
  /** The worst price of an order, brought to the grid on the side that is never worse for the customer. */
  worstPrice(side: 'buy' | 'sell', scaled: bigint): number
  scaledPrice(price: number): bigint
  /** Whole units of a quantity; a fraction of a unit is left out. */
  quantity(scaled: bigint): number
  scaledQuantity(units: number): bigint
  /** The price step valid at a price, in price units. */
  tickAt(price: number): number
}>

/** A book counts its quantities in a step of its own: whole lots on a board beside which there is another book for less. */
export function unitsOf(instrument: Instrument, step: bigint): Units {
  const priceUnit = instrument.ticks.map(({ tick }) => tick).reduce(greatestCommonDivisor)
  return {
    price: (scaled) => Number(scaled / priceUnit),
    worstPrice: (side, scaled) => Number(divide(scaled, priceUnit, side === 'buy' ? 'FLOOR' : 'CEIL')),
    scaledPrice: (price) => BigInt(price) * priceUnit,
    quantity: (scaled) => Number(scaled / step),
    scaledQuantity: (units) => BigInt(units) * step,
    tickAt: (price) => Number(tickAt(instrument, BigInt(price) * priceUnit) / priceUnit),
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
