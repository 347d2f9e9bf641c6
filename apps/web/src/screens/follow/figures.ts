import { formatScaled, parseScaled, percentText } from '@rueda/rules/decimal.ts'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'

const MONEY_DIGITS = 2

/** "0.005" as "0.50 %". */
export const shareText = (language: Language, share: string): string =>
  formatPercent(language, percentText(parseScaled(share) ?? 0n), 'plain')

/** Two amounts of money together. */
export const sumText = (one: string, other: string): string =>
  formatScaled((parseScaled(one) ?? 0n) + (parseScaled(other) ?? 0n), MONEY_DIGITS)

/** A value of a unit, and units, have four digits. */
export const FOUR_DIGITS = { least: 4, most: 4 }
export const CURRENCY = 'USD'
export const WALLET = 'FOLLOW'
