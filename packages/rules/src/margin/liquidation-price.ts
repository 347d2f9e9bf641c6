import { SCALE, divide } from '../decimal.ts'
import { tickAt } from '../instruments/instrument.ts'
import { type DollarRate, fromCents, unitsForDollar } from './dollar-rate.ts'
import { type MarginPosition, meanPrice, signOf } from './position.ts'
import type { MarginInstrument } from './valuation.ts'

type Measured = Pick<MarginPosition, 'side' | 'quantity' | 'basis' | 'margin' | 'requirement'>

/**
 * The price at which nothing above the maintenance margin is left (`docs/rules/futures.md` B.4, `docs/rules/forex.md` B.5), exact to 10^-8.
 * Null where no price does that: a pair does not trade at or below zero, a future may.
 */
export function exactLiquidationPrice(position: Measured, instrument: MarginInstrument, rate: DollarRate): bigint | null {
  const { contract } = instrument
  if (position.quantity === 0n) return null
  const entry = meanPrice(position.basis, position.quantity)
  const spare = position.margin - position.requirement.maintenance
  const at = (dollars: DollarRate): bigint =>
    entry -
    signOf(position.side) * divide(fromCents(spare, dollars, 'HALF_UP') * SCALE * SCALE, contract.multiplier * position.quantity, 'HALF_UP')
  const first = at(rate)
  // For a pair whose own price is the rate, the loss is converted at the price it happens at.
  const exact = contract.kind === 'pair' && contract.base === 'USD' && first > 0n ? at(unitsForDollar(first)) : first
  return contract.kind === 'pair' && exact <= 0n ? null : exact
}

/** As it is shown: on the grid, on the safer side, up for who is long and down for who is short (`docs/rules/api.md` M). */
export function liquidationPrice(position: Measured, instrument: MarginInstrument, rate: DollarRate): bigint | null {
  const exact = exactLiquidationPrice(position, instrument, rate)
  if (exact === null) return null
  const tick = tickAt(instrument, exact)
  return divide(exact, tick, position.side === 'buy' ? 'CEIL' : 'FLOOR') * tick
}
