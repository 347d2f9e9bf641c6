import { isComparedByMoves, type ExchangeWithList, exchangesWithLists, marketFacts } from '@rueda/rules/markets/markets.ts'
import type { ServedMarket } from '../../shared/market/market-clock.ts'

/**
 * The lists of a market: its exchanges or all of it, then the rankings. Their names are in the address; most active is
 * what most money was traded in.
 */
export const rankings = ['gainers', 'losers', 'active', 'new_high', 'new_low'] as const
export type Ranking = (typeof rankings)[number]

/** `front`: of every family of futures the month that is traded most; `months`: all of them. */
export type ListTab = ExchangeWithList | 'all' | 'front' | 'months' | Ranking

const moves: readonly Ranking[] = ['gainers', 'losers']

export function listsOf({ market, exchanges }: Pick<ServedMarket, 'market' | 'exchanges'>): readonly ListTab[] {
  const listed = exchangesWithLists.filter((exchange) => exchanges.includes(exchange))
  const whole: readonly ListTab[] = marketFacts[market].lists === 'contracts' ? ['front', 'months'] : listed.length > 1 ? listed : ['all']
  return [...whole, ...(isComparedByMoves(market) ? moves : rankings)]
}

export const isRanking = (tab: ListTab): tab is Ranking => rankings.some((ranking) => ranking === tab)

export const isExchange = (tab: ListTab): tab is ExchangeWithList => exchangesWithLists.some((exchange) => exchange === tab)
