import { type MarketName, marketNames } from '../instruments/instrument.ts'

/**
 * What each market is. Every list of markets is taken from this table, so that a new market is in all that concern it,
 * or the compiler asks for it; what trading in a market means stands in its terms.
 */
type MarketFacts = Readonly<{
  /** Contracts are futures, pairs are of currencies and metals, values are worked out and not traded. */
  lists: 'shares' | 'contracts' | 'pairs' | 'values'
  /** Exchanges with days of their own. Currencies and futures go on around the clock, whatever one city's weather is. */
  hasClosableDays: boolean
  /** Whether prices may not leave limits around the close of the day before. */
  hasDailyLimits: boolean
}>

const facts = {
  US: { lists: 'shares', hasClosableDays: true, hasDailyLimits: false },
  AR: { lists: 'shares', hasClosableDays: true, hasDailyLimits: true },
  TW: { lists: 'shares', hasClosableDays: true, hasDailyLimits: true },
  FUT: { lists: 'contracts', hasClosableDays: false, hasDailyLimits: false },
  FX: { lists: 'pairs', hasClosableDays: false, hasDailyLimits: false },
  IDX: { lists: 'values', hasClosableDays: false, hasDailyLimits: false },
} as const satisfies Readonly<Record<MarketName, MarketFacts>>

type MarketsWith<Fact> = { [Name in MarketName]: (typeof facts)[Name] extends Fact ? Name : never }[MarketName]

function namesOf<Name extends MarketName>(isOne: (name: MarketName) => name is Name): readonly [Name, ...Name[]] {
  const [first, ...others] = marketNames.filter(isOne)
  if (first === undefined) throw new Error('there is no such market')
  return [first, ...others]
}

/** Where companies are listed, which pay dividends, split, and settle days after their trades. */
export const shareMarkets = namesOf((name): name is MarketsWith<{ lists: 'shares' }> => facts[name].lists === 'shares')

/** In which something can be bought and held. */
export const tradedMarkets = namesOf(
  (name): name is Exclude<MarketName, MarketsWith<{ lists: 'values' }>> => facts[name].lists !== 'values',
)

export type ClosableMarketName = MarketsWith<{ hasClosableDays: true }>
export const closableMarkets = namesOf((name): name is ClosableMarketName => facts[name].hasClosableDays)

export const hasDailyLimits = (name: MarketName): boolean => facts[name].hasDailyLimits

/** Of rates and reference values the move of the day is all there is to compare. */
export const isComparedByMoves = (name: MarketName): boolean => facts[name].lists === 'pairs' || facts[name].lists === 'values'
