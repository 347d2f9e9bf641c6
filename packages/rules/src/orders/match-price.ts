import type { Side } from '../side.ts'

/**
 * Where two customers may trade with each other (`docs/rules/matching.md` P.1): inside the outside market's own best prices of that
 * moment, both ends included, before anything that customers have moved or taken. In a call auction its collar stands for
 * them. Outside of it two customers could make up a price for everybody else.
 */
export type PriceRange<Price> = Readonly<{ low: Price; high: Price }>

/**
 * The price at which an arriving order trades with a resting one: the resting order's, brought into the range where that is
 * better for the one who rests. Null where no price of the range suits both, and where there is no range.
 */
export function matchPrice<Price extends number | bigint>(
  side: Side,
  worst: Price,
  resting: Price,
  range: PriceRange<Price> | null,
): Price | null {
  if (range === null) return null
  const { low, high } = range
  const price = resting < low ? low : resting > high ? high : resting
  // A range whose ends stand the wrong way round has no price.
  if (high < low) return null
  const suitsBoth = side === 'buy' ? price <= worst && price >= resting : price >= worst && price <= resting
  return suitsBoth ? price : null
}

/** Whether two customers may trade at a price. */
export const isInside = <Price extends number | bigint>(range: PriceRange<Price> | null, price: Price): boolean =>
  range !== null && price >= range.low && price <= range.high
