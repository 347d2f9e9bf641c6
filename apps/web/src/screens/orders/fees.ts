import { formatDecimal, parseDecimal } from '@rueda/rules/decimal.ts'

const MONEY_DECIMALS = 2
const minor = (amount: string): bigint => parseDecimal(amount, MONEY_DECIMALS) ?? 0n

/** One amount less another, both with cents. */
export const subtract = (whole: string, part: string): string => formatDecimal(minor(whole) - minor(part), MONEY_DECIMALS)

/** The amount missing for a hold; null when the wallet has it. */
export function missingFor(hold: string, available: string): string | null {
  const missing = minor(hold) - minor(available)
  return missing > 0n ? formatDecimal(missing, MONEY_DECIMALS) : null
}

type Taken = Readonly<{ hold: string; availableBefore: string; availableAfter: string }>

/** The amount missing for an order that takes money out of the wallet; null for one that brings some, whose hold is shares. */
export const missingOf = ({ hold, availableBefore, availableAfter }: Taken): string | null =>
  minor(availableAfter) < minor(availableBefore) ? missingFor(hold, availableBefore) : null

/** What comes from other wallets, together. */
export const bringTotal = (bring: readonly Readonly<{ amount: string }>[]): string =>
  formatDecimal(
    bring.reduce((sum, { amount }) => sum + minor(amount), 0n),
    MONEY_DECIMALS,
  )
