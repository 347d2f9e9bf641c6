import { formatDecimal, parseDecimal } from '@rueda/rules/decimal.ts'

const MONEY_DECIMALS = 2
const minor = (amount: string): bigint => parseDecimal(amount, MONEY_DECIMALS) ?? 0n

/** One amount less another, both with cents. */
export const subtract = (whole: string, part: string): string => formatDecimal(minor(whole) - minor(part), MONEY_DECIMALS)

/** What is missing for a hold; null when the wallet has it. */
export function missingFor(hold: string, available: string): string | null {
  const missing = minor(hold) - minor(available)
  return missing > 0n ? formatDecimal(missing, MONEY_DECIMALS) : null
}
