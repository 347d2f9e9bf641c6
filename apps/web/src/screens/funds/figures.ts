import { formatScaled, parseScaled, percentText } from '@rueda/rules/decimal.ts'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'

const MONEY_DIGITS = 2

/** "0.005" as "0.50 %". */
export const shareText = (language: Language, share: string): string =>
  formatPercent(language, percentText(parseScaled(share) ?? 0n), 'plain')

/** The sum of two amounts of one currency. */
export const sumText = (one: string, other: string): string =>
  formatScaled((parseScaled(one) ?? 0n) + (parseScaled(other) ?? 0n), MONEY_DIGITS)

/** Units have four digits, and so had the value of one until its strikes had six. */
export const UNIT_DIGITS = { least: 4, most: 4 }
export const VALUE_DIGITS = { least: 4, most: 6 }
