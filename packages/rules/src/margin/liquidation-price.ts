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
  if (position.quantity === 0n) return null
  const exact = priceAt(position, instrument, rateOfLiquidation(position, instrument, rate))
  return instrument.contract.kind === 'pair' && exact <= 0n ? null : exact
}

/** The dollars for one unit of the quoted currency at a liquidation: of a pair whose own price is the rate, at the price it happens at. */
export function rateOfLiquidation(position: Measured, instrument: MarginInstrument, rate: DollarRate): DollarRate {
  const { contract } = instrument
  const first = priceAt(position, instrument, rate)
  return contract.kind === 'pair' && contract.base === 'USD' && first > 0n ? unitsForDollar(first) : rate
}

function priceAt({ side, quantity, basis, margin, requirement }: Measured, { contract }: MarginInstrument, rate: DollarRate): bigint {
  const spare = fromCents(margin - requirement.maintenance, rate, 'HALF_UP')
  return meanPrice(basis, quantity) - signOf(side) * divide(spare * SCALE * SCALE, contract.multiplier * quantity, 'HALF_UP')
}

/** As it is shown: on the grid, on the safer side, up for who is long and down for who is short (`docs/rules/api.md` M). */
export function liquidationPrice(position: Measured, instrument: MarginInstrument, rate: DollarRate): bigint | null {
  const exact = exactLiquidationPrice(position, instrument, rate)
  if (exact === null) return null
  const tick = tickAt(instrument, exact)
  return divide(exact, tick, position.side === 'buy' ? 'CEIL' : 'FLOOR') * tick
}
