import type { Currency } from '../money.ts'
import type { CalendarDate } from '../time.ts'

/**
 * The terms of trading on margin: the buyer does not pay the price but deposits a margin, and only the difference between prices changes
 * hands (`docs/rules/futures.md` B.4, `docs/rules/forex.md` B.5). Amounts of the margin are in the instrument's own currency.
 */
export type Contract = FutureContract | PairContract

export type FutureContract = Readonly<{
  kind: 'future'
  /** The family of contract months: "SES". */
  root: string
  /** The amount of the underlying in one contract, in units of 10^-8: 50 for an index future of 50 per point. */
  multiplier: bigint
  margin: FutureMargin
  /** The contract ends after the settlement of this date. */
  lastTradeDate: CalendarDate
  /** The name of the price it follows: "US500". */
  underlying: string
}>

/** Per contract: an amount in minor units, or a share of its value in units of 10^-8. */
export type FutureMargin = Readonly<{ kind: 'fixed' | 'share'; initial: bigint; maintenance: bigint }>

export type PairContract = Readonly<{
  kind: 'pair'
  /** A currency, or a metal by its letters: XAU, XAG. */
  base: Currency | Metal
  /** The amount of the base in one lot, in units of 10^-8: 100 000 for currencies. */
  multiplier: bigint
  largestLeverage: number
  /** One pip, and the usual distance of bid and ask, in units of 10^-8. */
  pip: bigint
  usualSpread: bigint
}>

export type Metal = 'XAU' | 'XAG'
