import type { Tier } from '../catalogue/company.ts'

/**
 * Within the price model a price is a whole number of ten-thousandths of the currency: small enough for plain
 * numbers, fine enough for the smallest tick. It becomes an exact big integer where it leaves the model.
 */
export type PriceUnits = number

export const UNITS_PER_ONE = 10_000
const CENT = 100
const PRICE_SCALE = 10_000n
const QUANTITY_SCALE = 100_000_000n

/** The step of prices: one cent from 1.00 up, a hundredth of a cent below. */
export const tickUnits = (price: PriceUnits): number => (price >= UNITS_PER_ONE ? CENT : 1)

/** Rounded to the tick; never decreasing in its argument, so that highs stay highs. */
export function toTick(price: number): PriceUnits {
  const units = price * UNITS_PER_ONE
  if (units >= UNITS_PER_ONE - 0.5) return Math.max(UNITS_PER_ONE, Math.round(units / CENT) * CENT)
  return Math.max(1, Math.round(units))
}

export const stepUp = (price: PriceUnits): PriceUnits => price + tickUnits(price)
/** The price below; 1.00 is followed by 0.9999. Below the smallest price there is none: zero. */
export const stepDown = (price: PriceUnits): PriceUnits => (price > UNITS_PER_ONE ? price - CENT : price - 1)

export const toPrice = (price: PriceUnits): bigint => BigInt(price) * PRICE_SCALE
export const toQuantity = (shares: number): bigint => BigInt(shares) * QUANTITY_SCALE

/** Board lots by price (`docs/rules/us-stocks.md` B.1). */
export function roundLot(price: PriceUnits): number {
  if (price <= 250 * UNITS_PER_ONE) return 100
  if (price <= 1_000 * UNITS_PER_ONE) return 40
  return price <= 10_000 * UNITS_PER_ONE ? 10 : 1
}

/** The usual spread in ticks of each tier. */
export const usualSpread = (tier: Tier): number => (tier === 0 ? 1 : tier === 1 ? 2 : 5)
