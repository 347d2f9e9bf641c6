import type { Currency } from '../money.ts'

/** What can be looked at or traded, with the facts that the rules of ordering need. */
export type MarketName = 'US' | 'IDX'
export type Exchange = 'NASDAQ' | 'NYSE' | 'AMEX' | 'IDX'

export type Instrument = Readonly<{
  /** Canonical id, unique over all markets: "US:ARDV". */
  id: string
  market: MarketName
  /** The ticker, unique within its market. */
  code: string
  name: string
  exchange: Exchange
  currency: Currency
  /** Prices at or above 1.00 move in this step, in units of 10^-8 (`domain.md` B.1). */
  tick: bigint
  /** Prices below 1.00 move in this step. */
  tickBelowOne: bigint
  /** Orders are multiples of this quantity, in units of 10^-8. */
  step: bigint
  minimumQuantity: bigint
  /** Indices and other reference values cannot be ordered. */
  quoteOnly: boolean
}>

const ONE = 100_000_000n

/** The price step valid at a price. */
export const tickAt = (instrument: Instrument, price: bigint): bigint => (price < ONE ? instrument.tickBelowOne : instrument.tick)

/** Digits after the point that a step of this size shows: 0.01 → 2. */
export function decimalsOf(step: bigint): number {
  let decimals = 8
  let rest = step
  while (decimals > 0 && rest % 10n === 0n) {
    rest /= 10n
    decimals -= 1
  }
  return decimals
}
