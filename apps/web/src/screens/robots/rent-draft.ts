import { divide, parseScaled } from '@rueda/rules/decimal.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import type { RobotTerms } from './RobotDetail.tsx'

/** What is chosen for a rental before it is sent. */
export type Draft = Readonly<{ capital: string; dailyLoss: string; drawdown: string; sellsAtLimit: boolean; handsOver: boolean }>

const MIN_PERCENT = 1
const MAX_PERCENT = 50
const PERCENT_DIGITS = 2
/** Cents in units of 10^-8. */
const CENT = 1_000_000n
const HUNDRED_PERCENT = 100n * 100_000_000n

const scaledOf = (typed: string): bigint => parseScaled(finish(typed)) ?? 0n
const centsOf = (amount: string): bigint => scaledOf(amount) / CENT

type Fault = 'capital' | 'tooLittle' | 'tooMuch' | 'dailyLoss' | 'drawdown' | 'short' | null

/** What stands in the way, in the order in which it is named. */
export function draftFault({ capital, dailyLoss, drawdown }: Draft, terms: RobotTerms, available: string | undefined): Fault {
  const typed = scaledOf(capital)
  if (typed === 0n) return 'capital'
  if (typed < scaledOf(terms.minCapital)) return 'tooLittle'
  if (typed > scaledOf(terms.maxCapital)) return 'tooMuch'
  if (!isLimit(dailyLoss)) return 'dailyLoss'
  if (!isLimit(drawdown)) return 'drawdown'
  return available !== undefined && typed + scaledOf(terms.rent) > scaledOf(available) ? 'short' : null
}

const isLimit = (percent: string): boolean => Number(percent) >= MIN_PERCENT && Number(percent) <= MAX_PERCENT

/** Capital and rent together. */
export const totalOf = (capital: string, rent: string): string => formatMinor(centsOf(capital) + centsOf(rent), 'USD')
/** A percentage of the capital, rounded up. */
export const partOf = (capital: string, percent: string): string =>
  formatMinor(divide(centsOf(capital) * scaledOf(percent), HUNDRED_PERCENT, 'CEIL'), 'USD')

export { PERCENT_DIGITS }
