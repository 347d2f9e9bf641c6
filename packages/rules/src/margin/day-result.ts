import { SCALE, divide } from '../decimal.ts'
import type { Contract } from '../instruments/contract.ts'
import type { DollarRate } from './dollar-rate.ts'
import type { MarginPosition } from './position.ts'
import { resultAt } from './valuation.ts'

/** The part of a position opened and closed before the day began: quantities, and sums of price × quantity. */
export type TradedBefore = Pick<MarginPosition, 'openedQuantity' | 'openedValue' | 'closedQuantity' | 'closedValue'>

export const NOTHING_TRADED: TradedBefore = { openedQuantity: 0n, openedValue: 0n, closedQuantity: 0n, closedValue: 0n }

type Day = Readonly<{
  position: MarginPosition
  before: TradedBefore
  contract: Contract
  rate: DollarRate
  mark: bigint
  previousClose: bigint
  /** The day's gains and costs besides prices, in cents: fees, interest, and the insurance's payments. */
  besides: bigint
}>

/**
 * The result of a position on margin today, in cents: as if the quantity held at the last close had been opened there, with everything
 * opened and closed since (`docs/rules/profit-and-loss.md` D.10). A daily settlement only moves a result into the margin, so it changes
 * nothing here.
 */
export function marginDayResult({ position, before, contract, rate, mark, previousClose, besides }: Day): bigint {
  const heldBefore = before.openedQuantity - before.closedQuantity
  const opened = position.openedValue - before.openedValue
  const closed = position.closedValue - before.closedValue
  const basis = divide(previousClose * heldBefore, SCALE, 'HALF_UP') + opened - closed
  return resultAt({ side: position.side, quantity: position.quantity, basis }, mark, contract, rate) + besides
}
