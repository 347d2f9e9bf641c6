import { robots } from '@rueda/contract/robots.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { usePoll } from '../../shared/live/live.ts'
import { pages, query, rowsOf } from '../../shared/server/api.ts'

/** The robots and the terms of renting one. */
export const useRobots = () => useQuery(query(robots.list, {}))

/** The published bars of shares, which a backtest is worked out from. */
export const useBars = (stockCodes: readonly string[]) =>
  useQuery(query(robots.backtest, { stockCodes: stockCodes.join(',') }, { enabled: stockCodes.length > 0 }))

/** A rental is paid from here, and gives its money back to it. */
export const ROBOT_WALLET = 'FOLLOW'

/** The customer's rentals: those that are open, or those that have ended. */
export function useRentals(isOpen: boolean) {
  const poll = usePoll('records')
  const read = useInfiniteQuery({ ...pages(robots.orders, { isOpen: isOpen ? 1 : 0 }), refetchInterval: poll })
  return { read, rows: rowsOf(read.data) }
}
