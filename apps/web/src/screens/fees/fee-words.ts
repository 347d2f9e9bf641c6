import type { FeeRule, MarketFees } from '@rueda/contract/fees.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import type { TextKey } from '@rueda/text/keys.ts'
import { type Language } from '@rueda/ui/formats/languages.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import type { Translate } from '../../shared/text/text.ts'

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

/** The rate of a row in words: of the notional, of the charges above it, or for each share or contract. */
export function rateText(
  rule: Pick<FeeRule, 'base' | 'rate'>,
  { market, currency }: Pick<MarketFees, 'market' | 'currency'>,
  t: Translate<'fees'>,
  language: Language,
): string {
  const rate = decimalText(language, rule.rate)
  if (rule.base === 'charges') return t('rate.ofCharges', { rate })
  if (rule.base === 'notional') return t('rate.percent', { rate })
  const amount = `${rate} ${currency}`
  return marketFacts[market].lists === 'contracts' ? t('rate.perContract', { amount }) : t('rate.perShare', { amount })
}
