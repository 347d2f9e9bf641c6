import type { TextKey } from '@rueda/text/keys.ts'
import { type Language } from '@rueda/ui/formats/languages.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'

/** The words of this screen for the codes of the wire. */
const kinds = ['COMMISSION', 'MARKET_FEE', 'VAT', 'SEC_FEE', 'TAF', 'TRANSACTION_TAX'] as const
const scopes = ['shares', 'funds', 'boardLots', 'oddLots', 'contracts', 'microContracts', 'indexContracts', 'otherContracts'] as const
type Key = TextKey<'fees'>

/** A kind unknown to this app reads as a commission rather than as a code. */
export const kindKey = (kind: string): Key => `kind.${kinds.find((known) => known === kind) ?? 'COMMISSION'}`

/** Null for what is about everything. */
export function scopeKey(scope: string): Key | null {
  const known = scopes.find((named) => named === scope)
  return known === undefined ? null : `scope.${known}`
}

/** Decimal text as the language writes it, with the digits it came with. */
export const decimalText = (language: Language, value: string): string =>
  formatNumber(language, value, { least: value.split('.')[1]?.length ?? 0 })
