import { SCALE, divide } from '../decimal.ts'
import { tickAt } from '../instruments/instrument.ts'
import { type DollarRate, fromCents } from './dollar-rate.ts'
import { signOf } from './position.ts'
import type { MarginInstrument } from './valuation.ts'
import type { Side } from '../side.ts'

type Opened = Readonly<{ side: Side; price: bigint; quantity: bigint; instrument: MarginInstrument; rate: DollarRate; fees: bigint }>

/**
 * The price at which closing everything earns back the fees of both sides, which are in cents; on the grid, rounded to the side that is
 * enough: up for a long, down for a short.
 */
export function marginBreakEven({ side, price, quantity, instrument, rate, fees }: Opened): bigint {
  const away = divide(fromCents(fees, rate, 'CEIL') * SCALE * SCALE, instrument.contract.multiplier * quantity, 'CEIL')
  const exact = price + signOf(side) * away
  const tick = tickAt(instrument, exact)
  return divide(exact, tick, side === 'buy' ? 'CEIL' : 'FLOOR') * tick
}
