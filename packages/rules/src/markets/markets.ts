import { type MarketName, marketNames } from '../instruments/instrument.ts'
import { argentina } from './argentina.ts'
import { forex } from './forex.ts'
import { futures } from './futures.ts'
import { indices } from './indices.ts'
import type { Listed, MarketFacts } from './market.ts'
import { taiwan } from './taiwan.ts'
import { unitedStates } from './us.ts'

/** Every market. All lists of markets are taken from this table, so that a new market is in all that concern it, or does not compile. */
const table = {
  US: unitedStates,
  AR: argentina,
  TW: taiwan,
  FUT: futures,
  FX: forex,
  IDX: indices,
} as const satisfies Readonly<Record<MarketName, MarketFacts>>

export const marketFacts: Readonly<Record<MarketName, MarketFacts>> = table

/** The market of the brokerage's own day: the ledger's days begin and end with New York's. */
export const HOUSE_MARKET = 'US' satisfies MarketName

/** The names of exchanges in quotes. */
export type Exchange = (typeof table)[keyof typeof table]['exchanges'][number]

type MarketsWith<Fact> = { [Name in keyof typeof table]: (typeof table)[Name] extends Fact ? Name : never }[keyof typeof table]

function namesOf<Name extends MarketName>(isOne: (name: MarketName) => name is Name): readonly [Name, ...Name[]] {
  const [first, ...others] = marketNames.filter(isOne)
  if (first === undefined) throw new Error('there is no such market')
  return [first, ...others]
}

type ListingOf<Kind extends Listed> = MarketsWith<{ lists: Kind }>
const lists = <Kind extends Listed>(name: MarketName, ...kinds: readonly Kind[]): boolean =>
  kinds.some((kind) => kind === marketFacts[name].lists)

/** Markets where companies are listed, which pay dividends, split, and settle days after their trades. */
export type ShareMarketName = ListingOf<'shares'>
export const isShareMarket = (name: MarketName): name is ShareMarketName => lists(name, 'shares')
export const shareMarkets = namesOf(isShareMarket)

/** Markets of futures, and of currencies and metals. */
export const contractMarkets = namesOf((name): name is ListingOf<'contracts'> => lists(name, 'contracts'))
export const pairMarkets = namesOf((name): name is ListingOf<'pairs'> => lists(name, 'pairs'))

/** Markets in which something can be bought and held. */
export const tradedMarkets = namesOf((name): name is ListingOf<'shares' | 'contracts' | 'pairs'> => !lists(name, 'values'))

/** Markets in which positions are opened on margin. */
export type MarginMarketName = ListingOf<'contracts' | 'pairs'>
export const isOnMargin = (name: MarketName): name is MarginMarketName => lists(name, 'contracts', 'pairs')
export const marginMarkets = namesOf(isOnMargin)

/** Markets in which shares can also be had in other ways than by trading. */
export const offeringMarkets = namesOf((name): name is MarketsWith<{ hasOfferings: true }> => marketFacts[name].hasOfferings)

export type ClosableMarketName = MarketsWith<{ hasClosableDays: true }>
export const closableMarkets = namesOf((name): name is ClosableMarketName => marketFacts[name].hasClosableDays)

/** The markets closed by a closed day: the market itself, and those calculated from it. */
export const restingWith = (closed: MarketName): readonly MarketName[] =>
  marketNames.filter((name) => name === closed || marketFacts[name].restsWith === closed)

/** For rates and reference values the move of the day is all there is to compare. */
export const isComparedByMoves = (name: MarketName): boolean => lists(name, 'pairs', 'values')

/** Pairs and values are called after what they are, in each language's own words; all else has a name of its own. */
export const isNamedInWords = (name: MarketName): boolean => lists(name, 'pairs', 'values')

/** The exchanges on which shares are listed. */
export const shareExchanges = shareMarkets.flatMap((name) => table[name].exchanges)

/** Of a market with several exchanges each has a list of its own. */
export type ExchangeWithList = {
  [Name in ShareMarketName]: (typeof table)[Name]['exchanges'] extends readonly [string] ? never : (typeof table)[Name]['exchanges'][number]
}[ShareMarketName]
const withSeveral = new Set<string>(
  shareMarkets.flatMap((name) => (marketFacts[name].exchanges.length > 1 ? marketFacts[name].exchanges : [])),
)
export const exchangesWithLists = shareExchanges.filter((exchange): exchange is ExchangeWithList => withSeveral.has(exchange))
