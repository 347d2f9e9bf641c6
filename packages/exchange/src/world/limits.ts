import { bandFor } from '@rueda/rules/orders/limits.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { ScaledCompany } from '../catalogue/foreign-companies.ts'
import type { LimitsAfter } from '../prices/daily-limits.ts'
import { PriceGrid } from '../prices/price-grid.ts'
import { UNITS_PER_ONE } from '../prices/price-units.ts'

/** The daily limits of Buenos Aires and Taipei: the very bands that orders must lie in, in terms of the model. */
const SCALE = 100_000_000
const CENTS = 100

export type PriceLimits = Readonly<{ low: bigint; high: bigint }>

/** Around a close, both on the price grid; null where the market sets none. */
export function limitsAround(instrument: Instrument, previousClose: bigint): PriceLimits | null {
  const { low, high } = bandFor(instrument, 'buy', { last: previousClose, bid: 0n, ask: 0n, previousClose })
  return low === null || high === null ? null : { low, high }
}

export function limitsOf({ company, scale }: ScaledCompany): LimitsAfter {
  const grid = new PriceGrid(company.instrument)
  // Whole cents of the model, on the inner side.
  const inModel = (price: bigint): number => ((Number(price) / SCALE / scale) * UNITS_PER_ONE) / CENTS
  return (closeBefore) => {
    const shown = grid.toPrice(grid.toTick((closeBefore / UNITS_PER_ONE) * scale))
    const limits = limitsAround(company.instrument, shown)
    if (limits === null) throw new Error(`${company.instrument.id} has no daily limits`)
    return { least: Math.ceil(inModel(limits.low)) * CENTS, most: Math.floor(inModel(limits.high)) * CENTS }
  }
}
