import { SCALE, divide, greatest, least } from '../decimal.ts'
import type { Contract } from '../instruments/contract.ts'
import { type DollarRate, fromCents } from './dollar-rate.ts'
import { type MarginPosition, meanPrice, signOf } from './position.ts'
import { NORMAL_FROM_PERCENT } from './valuation.ts'

type Measured = Pick<MarginPosition, 'side' | 'quantity' | 'basis' | 'margin' | 'requirement'>

/** The largest move of a rate that danger prices still hold for, in thousandths of it. */
const RATE_MOVES = 2n
const THOUSAND = 1_000n

/**
 * The prices at which a position's customer is notified and at which it is liquidated, never later than they are: by a cent for rounding,
 * and by as much as the rate to dollars may move before they are worked out anew. A position that has reached one is valued exactly before
 * anything is done.
 */
export type DangerPrices = Readonly<{ told: bigint; liquidated: bigint }>

export function dangerPrices(position: Measured, contract: Pick<Contract, 'multiplier'>, rate: DollarRate): DangerPrices {
  const { initial, maintenance } = position.requirement
  const normal = maintenance + divide((initial - maintenance) * NORMAL_FROM_PERCENT, 100n, 'CEIL')
  return {
    told: priceOfEquity(position, contract, rate, normal),
    liquidated: priceOfEquity(position, contract, rate, maintenance),
  }
}

/** The earliest price at which no more than this is left of a position, in cents. */
function priceOfEquity(position: Measured, { multiplier }: Pick<Contract, 'multiplier'>, rate: DollarRate, equity: bigint): bigint {
  const entry = meanPrice(position.basis, position.quantity)
  const spare = position.margin - equity - 1n
  const at = (thousandths: bigint): bigint => {
    const dollars = { numerator: rate.numerator * thousandths, denominator: rate.denominator * THOUSAND }
    const moves = divide(fromCents(spare, dollars, 'FLOOR') * SCALE * SCALE, multiplier * position.quantity, 'FLOOR')
    return entry - signOf(position.side) * moves
  }
  const [one, other] = [at(THOUSAND + RATE_MOVES), at(THOUSAND - RATE_MOVES)]
  return position.side === 'buy' ? greatest(one, other) + 1n : least(one, other) - 1n
}

/** True when danger prices worked out at one rate hold at another. */
export function holdsAt(before: DollarRate, now: DollarRate): boolean {
  const [one, other] = [before.numerator * now.denominator, now.numerator * before.denominator]
  const moved = one > other ? one - other : other - one
  // Half of their safety margin, so that nothing depends on rounding.
  return moved * THOUSAND * 2n <= one * RATE_MOVES
}
