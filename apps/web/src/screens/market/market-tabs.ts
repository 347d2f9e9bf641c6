import { isComparedByMoves, type ExchangeWithList, exchangesWithLists, marketFacts } from '@rueda/rules/markets/markets.ts'
import type { ServedMarket } from '../../shared/market/market-clock.ts'

/**
 * The lists of a market. Shares open on what moves, most active first, which is what most money was traded in; then come
 * the exchanges. Other markets are short enough to be seen whole. The names are in the address.
 */
export const rankings = ['active', 'gainers', 'losers', 'new_high', 'new_low'] as const
export type Ranking = (typeof rankings)[number]

/** `front`: of every family of futures the month that is traded most; `months`: all of them. */
export type ListTab = ExchangeWithList | 'all' | 'front' | 'months' | Ranking

const moves: readonly Ranking[] = ['gainers', 'losers']
const extremes: readonly Ranking[] = ['new_high', 'new_low']

export function listsOf({ market, exchanges }: Pick<ServedMarket, 'market' | 'exchanges'>): readonly ListTab[] {
  const listed = exchangesWithLists.filter((exchange) => exchanges.includes(exchange))
  const whole: readonly ListTab[] = marketFacts[market].lists === 'contracts' ? ['front', 'months'] : listed.length > 1 ? listed : ['all']
  if (isComparedByMoves(market)) return [...whole, ...moves]
  return marketFacts[market].lists === 'shares' ? ['active', ...moves, ...whole, ...extremes] : [...whole, ...rankings]
}

export const isRanking = (tab: ListTab): tab is Ranking => rankings.some((ranking) => ranking === tab)

export const isExchange = (tab: ListTab): tab is ExchangeWithList => exchangesWithLists.some((exchange) => exchange === tab)
