import { formatQuantity } from '@rueda/ui/format.ts'
import type { Language } from '@rueda/ui/languages.ts'
import type { Translate } from '../../app/text.ts'

const MANY = 2

/** Which plural a quantity takes: one share, or shares. */
export const pluralOf = (quantity: string): number => (quantity === '1' ? 1 : MANY)

/** "150 acciones" */
export const sharesText = (t: Translate<'orders'>, language: Language, quantity: string): string =>
  t('shares', { count: pluralOf(quantity), quantity: formatQuantity(language, quantity) })
