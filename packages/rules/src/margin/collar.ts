import { absolute, divide, greatest } from '../decimal.ts'
import { type Instrument, tickAt } from '../instruments/instrument.ts'
import type { Side } from '../side.ts'
import { signOf } from './position.ts'

/**
 * The largest distance from the market at which an order without a limit may fill (`docs/rules/orders.md` D.1, `docs/rules/margin.md` D.8),
 * in hundredths of a percent. Prices of futures may be zero or below: the distance is measured in size, and is never less than a few ticks.
 */
const collars = { future: 200n, pair: 50n, liquidation: 200n } as const
export type Collar = keyof typeof collars

const WHOLE = 10_000n
const MIN_TICKS = 10n

/** The worst price for a side around a reference, on the grid and not outside of the collar. */
export function collarPrice(instrument: Instrument, side: Side, reference: bigint, collar: Collar): bigint {
  const tick = tickAt(instrument, reference)
  const distance = greatest(divide(absolute(reference) * collars[collar], WHOLE, 'DOWN'), MIN_TICKS * tick)
  return divide(reference + signOf(side) * distance, tick, side === 'buy' ? 'FLOOR' : 'CEIL') * tick
}
