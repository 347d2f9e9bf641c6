import { SCALE, divide } from '../decimal.ts'
import type { Rounding } from '../decimal.ts'

/**
 * Margin is kept in dollars whatever an instrument is quoted in (`docs/rules/futures.md` B.4, `docs/rules/forex.md` B.5). The number of
 * dollars per unit of the quoted currency is a fraction, because its mid may be quoted either way round.
 */
export type DollarRate = Readonly<{ numerator: bigint; denominator: bigint }>

export const AT_PAR: DollarRate = { numerator: 1n, denominator: 1n }
/** From the mid of a pair such as EURUSD: dollars for one unit. */
export const dollarsForOne = (mid: bigint): DollarRate => ({ numerator: mid, denominator: SCALE })
/** From the mid of a pair such as USDJPY: units for one dollar. */
export const unitsForDollar = (mid: bigint): DollarRate => ({ numerator: SCALE, denominator: mid })

const CENTS = 100n

/** A value in units of 10^-8 of the quoted currency, in cents. */
export const toCents = (value: bigint, rate: DollarRate, rounding: Rounding): bigint =>
  divide(value * rate.numerator * CENTS, SCALE * rate.denominator, rounding)

/** Cents as a value in units of 10^-8 of the quoted currency. */
export const fromCents = (cents: bigint, rate: DollarRate, rounding: Rounding): bigint =>
  divide(cents * SCALE * rate.denominator, CENTS * rate.numerator, rounding)
