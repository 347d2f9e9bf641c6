import { formatMoney, formatNumber } from '@rueda/ui/format.ts'
import { language } from './language.ts'

/** Amounts as the language of the console writes them, in full: nothing is rounded that staff decide about. */
const MOST_DECIMALS = 8

export const money = (amount: string, currency: string): string => formatMoney(language(), amount, currency)

/** What stands in a column of its currency. */
export const figure = (amount: string): string =>
  formatNumber(language(), amount, { least: amount.split('.')[1]?.length ?? 0, most: MOST_DECIMALS })
