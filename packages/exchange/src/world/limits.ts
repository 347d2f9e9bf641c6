import { scaled } from '@rueda/rules/decimal.ts'
import { bandFor } from '@rueda/rules/orders/limits.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { ScaledCompany } from '../catalogue/foreign-companies.ts'
import type { LimitRule } from '../prices/daily-limits.ts'
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

export function limitsOf({ company, scale }: ScaledCompany): LimitRule {
  const { instrument } = company
  const grid = new PriceGrid(instrument)
  const around = (close: bigint): PriceLimits => {
    const limits = limitsAround(instrument, close)
    if (limits === null) throw new Error(`${instrument.id} has no daily limits`)
    return limits
  }
  // Whole cents of the model, on the inner side.
  const inModel = (price: bigint): number => ((Number(price) / SCALE / scale) * UNITS_PER_ONE) / CENTS
  return {
    share: Number(around(LARGE).high) / Number(LARGE) - 1,
    after: (closeBefore) => {
      const { low, high } = around(grid.toPrice(grid.toTick((closeBefore / UNITS_PER_ONE) * scale)))
      return { least: Math.ceil(inModel(low)) * CENTS, most: Math.floor(inModel(high)) * CENTS }
    },
  }
}

/** A price at which ticks are small. */
const LARGE = scaled('1000000')
