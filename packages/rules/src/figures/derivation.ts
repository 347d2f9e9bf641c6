import type { Currency } from '../money.ts'

/**
 * How a figure came about (`docs/rules/figures.md`): the rule that computes a figure says what it is made of, so that whoever sees it
 * can follow it down to prices, quantities, entries and executions. A sum is added up here, so that it cannot say other parts than it has.
 */

/** What a value counts: minor units of its currency, or units of 10^-8 of a price, a quantity, a plain number or a percent point. */
export type Unit = 'money' | 'price' | 'quantity' | 'number' | 'percent'

/** What a figure is about: where whoever follows it goes next. */
export const subjectKinds = ['instrument', 'position', 'wallet', 'fund', 'date', 'charge', 'currency', 'movement', 'hold'] as const
export type Subject = Readonly<{ kind: (typeof subjectKinds)[number]; id: string }>

/** How a part goes into the figure that it is a part of. */
export const signs = ['plus', 'minus', 'times', 'over'] as const
export type Sign = (typeof signs)[number]

/** The names of figures and of their parts; each has its words in the texts of `figures`. */
export const figureNames = [
  'adjusted',
  'allotted',
  'available',
  'averageCost',
  'balance',
  'base',
  'besides',
  'bought',
  'brought',
  'cash',
  'charge',
  'charges',
  'closing',
  'closingFee',
  'cost',
  'costOut',
  'currencies',
  'debt',
  'distance',
  'dividends',
  'entry',
  'equity',
  'execution',
  'floating',
  'follow',
  'fund',
  'funds',
  'growth',
  'heldAtStart',
  'hold',
  'holding',
  'in',
  'initial',
  'interest',
  'invested',
  'leverage',
  'liquidation',
  'maintenance',
  'margin',
  'marginRatio',
  'mark',
  'moneyWeighted',
  'movement',
  'multiplier',
  'opening',
  'otherUses',
  'positions',
  'previousClose',
  'price',
  'quantity',
  'rate',
  'realised',
  'robots',
  'rounding',
  'settles',
  'sold',
  'spare',
  'spent',
  'timeWeighted',
  'today',
  'total',
  'totalCost',
  'totalResult',
  'traded',
  'unsettled',
  'use',
  'used',
  'value',
  'valueBefore',
  'wallet',
  'withdrawable',
] as const
export type FigureName = (typeof figureNames)[number]

export type Derivation = Readonly<{
  name: FigureName
  value: bigint
  unit: Unit
  /** Of money and of prices. */
  currency: Currency | null
  about: Subject | null
  /** Empty where a figure is read and not worked out. */
  parts: readonly Part[]
}>
export type Part = Derivation & Readonly<{ sign: Sign }>

type Named = Readonly<{ name: FigureName; about?: Subject | null; parts?: readonly Part[] }>

export const amountOf = (currency: Currency, value: bigint, { name, about = null, parts = [] }: Named): Derivation => ({
  ...{ name, value, unit: 'money', currency, about, parts },
})

/** A price, a quantity, a plain number or percent points, in units of 10^-8. */
export const figureOf = (unit: Exclude<Unit, 'money'>, value: bigint, { name, about = null, parts = [] }: Named): Derivation => ({
  ...{ name, value, unit, currency: null, about, parts },
})

export const priceOf = (currency: Currency, value: bigint, named: Named): Derivation => ({ ...figureOf('price', value, named), currency })

/** The sum of its parts, which are amounts of one currency, each added or taken off. */
export function sumOf(currency: Currency, parts: readonly Part[], { name, about = null }: Omit<Named, 'parts'>): Derivation {
  const value = parts.reduce((sum, part) => (part.sign === 'minus' ? sum - part.value : sum + part.value), 0n)
  return { name, value, unit: 'money', currency, about, parts }
}

export const plus = (part: Derivation): Part => ({ ...part, sign: 'plus' })
export const minus = (part: Derivation): Part => ({ ...part, sign: 'minus' })
export const times = (part: Derivation): Part => ({ ...part, sign: 'times' })
export const over = (part: Derivation): Part => ({ ...part, sign: 'over' })

/** The parts that are something: a wallet with nothing in it explains nothing. */
export const withoutNothing = (parts: readonly Part[]): readonly Part[] => parts.filter(({ value }) => value !== 0n)
