import type { Market } from '@rueda/contract/codes.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { Translate } from '../text/text.ts'

const MANY = 2

/** Which plural a quantity takes: one share, or shares. */
export const pluralOf = (quantity: string): number => (quantity === '1' ? 1 : MANY)

/** What a market counts in. */
const units: Readonly<Record<Market, 'shares' | 'contracts' | 'lots'>> = {
  US: 'shares',
  AR: 'shares',
  TW: 'shares',
  FUT: 'contracts',
  FX: 'lots',
  IDX: 'shares',
}

/** "150 acciones", "2 contratos", "0,5 lotes" */
export const sizeText = (t: Translate<'orders'>, language: Language, market: Market, quantity: string): string =>
  t(units[market], { count: pluralOf(quantity), quantity: formatQuantity(language, quantity) })
