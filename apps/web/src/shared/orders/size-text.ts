import type { Market } from '@rueda/contract/codes.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { Translate } from '../text/text.ts'
import type { Listed } from '@rueda/rules/markets/market.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'

const MANY = 2

/** The plural form of a quantity: one share, or shares. */
export const pluralOf = (quantity: string): number => (quantity === '1' ? 1 : MANY)

/** The unit of a quantity, by kind of instrument. */
const units = { shares: 'shares', contracts: 'contracts', pairs: 'lots', values: 'shares' } as const satisfies Readonly<
  Record<Listed, string>
>

/** "150 acciones", "2 contratos", "0,5 lotes" */
export const sizeText = (t: Translate<'orders'>, language: Language, market: Market, quantity: string): string =>
  t(units[marketFacts[market].lists], { count: pluralOf(quantity), quantity: formatQuantity(language, quantity) })
