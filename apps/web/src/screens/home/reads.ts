import { accounts } from '@rueda/contract/accounts.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import type { QueryClient } from '@tanstack/react-query'
import { holdingsRead } from '../../shared/positions/use-holdings.ts'
import { query } from '../../shared/server/api.ts'
import { publishedRead } from '../../shared/server/published.ts'
import { overviewRead } from '../../shared/wallets/use-overview.ts'

/** The most active are those that most money was traded in: a million cheap shares are less of a market than a thousand dear ones. */
export const moversLists = ['active', 'popular', 'gainers', 'losers'] as const
export type MoversList = (typeof moversLists)[number]

const SHOWN_MOVERS = 5

export const moversRead = (list: MoversList) =>
  list === 'popular'
    ? query(quotes.hot, { limit: SHOWN_MOVERS, closes: 1 })
    : query(quotes.top, { type: list, limit: SHOWN_MOVERS, closes: 1 })

/** Reads what home shows first, before anything of it is drawn: drawing takes a slow telephone as long as the way to the server and back. */
export function readAhead(cache: QueryClient, signedIn: boolean): void {
  if (!signedIn) {
    void cache.prefetchQuery(moversRead('active'))
    void cache.prefetchQuery(publishedRead)
    return
  }
  void cache.prefetchQuery(overviewRead)
  void cache.prefetchQuery(holdingsRead)
  void cache.prefetchQuery(query(accounts.me, {}))
}
