import type { Side } from '../side.ts'

/**
 * The price range in which two customers may trade with each other (`docs/rules/matching.md` P.1): inside the outside market's own best
 * prices of that moment, both ends included, before any effect of customers' orders. In a call auction its collar takes their place.
 * Outside of it two customers could make up a price for everybody else.
 */
export type PriceRange<Price> = Readonly<{ low: Price; high: Price }>

/**
 * The price at which an arriving order trades with a resting one: the resting order's, moved into the range where that is better for the
 * resting one. Null when no price of the range suits both, and without a range.
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
  // A range whose ends are reversed has no price.
  if (high < low) return null
  const suitsBoth = side === 'buy' ? price <= worst && price >= resting : price >= worst && price <= resting
  return suitsBoth ? price : null
}

/** True when two customers may trade at a price. */
export const isInside = <Price extends number | bigint>(range: PriceRange<Price> | null, price: Price): boolean =>
  range !== null && price >= range.low && price <= range.high
