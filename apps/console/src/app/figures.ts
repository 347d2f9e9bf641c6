import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { language } from './language.ts'

/** Most decimals of an amount, which the console writes in full: nothing is rounded that staff decide about. */
const MAX_DECIMALS = 8

export const money = (amount: string, currency: string): string => formatMoney(language(), amount, currency)

export const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0

/** Formats an amount for a column of its currency. */
export const figure = (amount: string): string => formatNumber(language(), amount, { least: decimalsOf(amount), most: MAX_DECIMALS })

/** The same before its decimal mark, and from the mark on. */
export function partsOf(amount: string): readonly [whole: string, fraction: string] {
  const shown = figure(amount)
  const decimals = decimalsOf(amount)
  const mark = decimals === 0 ? shown.length : shown.length - decimals - 1
  return [shown.slice(0, mark), shown.slice(mark)]
}
