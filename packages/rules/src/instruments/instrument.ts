import type { Exchange } from '../markets/markets.ts'
import type { Currency } from '../money.ts'
import type { Contract } from './contract.ts'

/** An instrument to look at or to trade, with the facts that the order rules need. */
export const marketNames = ['US', 'AR', 'TW', 'FUT', 'FX', 'IDX'] as const
export type MarketName = (typeof marketNames)[number]

/** From this price on prices move in this step; both in units of 10^-8. */
export type TickBand = Readonly<{ from: bigint; tick: bigint }>

export type Instrument = Readonly<{
  /** Canonical id, unique over all markets: "US:ARDV". It keeps the first code for ever. */
  id: string
  market: MarketName
  /** The ticker that is shown, unique within its market; it can change (`codes.ts`). */
  code: string
  name: string
  exchange: Exchange
  /** The currency of its prices. */
  currency: Currency
  /** Price steps by price, lowest first; below the first band, where futures may trade, its step holds too. */
  ticks: readonly [TickBand, ...TickBand[]]
  /** Orders are multiples of this quantity, in units of 10^-8. */
  step: bigint
  minimumQuantity: bigint
  /** Indices and other reference values cannot be ordered. */
  quoteOnly: boolean
  /** True for exchange-traded funds, whose steps and taxes are not those of companies. */
  fund?: boolean
  /** True for certificates of shares that are listed abroad (CEDEARs). */
  certificate?: boolean
  /** The terms of one unit for an instrument on margin; null where the whole price is paid. */
  contract: Contract | null
}>

/** The price step valid at a price. */
export function tickAt({ ticks }: Pick<Instrument, 'ticks'>, price: bigint): bigint {
  let { tick } = ticks[0]
  for (const band of ticks) if (price >= band.from) tick = band.tick
  return tick
}

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

/** Digits after the point of this instrument's prices around a price (`docs/rules/numbers.md` O.8, O.21). */
export const decimalsAt = (instrument: Pick<Instrument, 'ticks'>, price: bigint): number => decimalsOf(tickAt(instrument, price))
