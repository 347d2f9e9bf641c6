import { SCALE, divide } from '../decimal.ts'
import type { Contract } from '../instruments/contract.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { type MarketFacts, dayBandFor, withinBand } from '../orders/limits.ts'
import { type DollarRate, toCents } from './dollar-rate.ts'
import { type MarginPosition, type MarginState, signOf } from './position.ts'
import type { Requirement } from './requirement.ts'

/** An instrument traded on margin, with its contract. */
export type MarginInstrument = Instrument & Readonly<{ contract: Contract }>
export const isOnMargin = (instrument: Instrument): instrument is MarginInstrument => instrument.contract !== null

/** The middle between bid and ask, or the last price where a side is empty. */
export const midOf = ({ last, bid, ask }: MarketFacts): bigint => (bid === 0n || ask === 0n ? last : divide(bid + ask, 2n, 'HALF_UP'))

/** The price positions are valued at: the middle, and no further than the day may go (`docs/rules/margin.md` D.5). */
export const markOf = (instrument: Instrument, market: MarketFacts): bigint => withinBand(dayBandFor(instrument, market), midOf(market))

type Measured = Pick<MarginPosition, 'side' | 'quantity' | 'basis'>

/** The gain of a part of a position at a price since its basis, in cents, a loss below zero. */
export function resultAt(part: Measured, price: bigint, { multiplier }: Pick<Contract, 'multiplier'>, rate: DollarRate): bigint {
  // One rounding: price × quantity carries sixteen decimals until the division.
  const moved = signOf(part.side) * (price * part.quantity - part.basis * SCALE)
  return divide(moved * multiplier * rate.numerator * 100n, SCALE * SCALE * SCALE * rate.denominator, 'HALF_UP')
}

export type MarginValuation = Readonly<{
  /** Floating result and equity (margin plus that result), in cents. */
  profit: bigint
  equity: bigint
  /** Equity over maintenance, in units of 10^-8; null where nothing has to be maintained. */
  ratio: bigint | null
  state: MarginState
}>

export function valueMargin(position: MarginPosition, price: bigint, contract: Contract, rate: DollarRate): MarginValuation {
  const profit = resultAt(position, price, contract, rate)
  const equity = position.margin + profit
  const { maintenance } = position.requirement
  return {
    profit,
    equity,
    ratio: maintenance === 0n ? null : divide(equity * SCALE, maintenance, 'HALF_UP'),
    state: marginStateOf(equity, position.requirement),
  }
}

export const NORMAL_FROM_PERCENT = 50n
const WARN_FROM_PERCENT = 20n
const PERCENT = 100n

/**
 * The state by the part left of the way from initial down to maintenance margin: half is normal, nothing is liquidated
 * (`docs/rules/margin.md` O.1).
 */
export function marginStateOf(equity: bigint, { initial, maintenance }: Requirement): MarginState {
  const left = (equity - maintenance) * PERCENT
  const way = initial - maintenance
  if (left <= 0n) return 'LIQUIDATE'
  if (left >= NORMAL_FROM_PERCENT * way) return 'NORMAL'
  return left >= WARN_FROM_PERCENT * way ? 'WARN' : 'CALL'
}

/** The amount that would bring a position back to the normal state, in cents; zero when it is there. */
export function missingToNormal(equity: bigint, { initial, maintenance }: Requirement): bigint {
  const normal = maintenance + divide((initial - maintenance) * NORMAL_FROM_PERCENT, PERCENT, 'CEIL')
  return equity >= normal ? 0n : normal - equity
}

/** The value of the position at a price, whatever its sign, in cents of dollars. */
export const marketValueAt = ({ quantity }: Measured, price: bigint, { multiplier }: Contract, rate: DollarRate): bigint =>
  toCents(divide(price * quantity * multiplier, SCALE * SCALE, 'HALF_UP'), rate, 'HALF_UP')
