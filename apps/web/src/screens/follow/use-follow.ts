import type { followSorts } from '@rueda/contract/codes.ts'
import { type FollowAgency, follow } from '@rueda/contract/follow.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { usePoll } from '../../shared/live/live.ts'
import { pages, query, rowsOf } from '../../shared/server/api.ts'

export type Sort = (typeof followSorts)[number]

/** A new server works out its records in its first seconds, and until then has none to show. */
const UNTIL_STRUCK_MS = 1_500

export const useAgencies = (sort: Sort) =>
  useQuery(query(follow.agencies, { sort }, { refetchInterval: ({ state: { data } }) => (data?.length === 0 ? UNTIL_STRUCK_MS : false) }))

/** The customer's own mandates, the open ones or those that have ended. */
export function useMandates(isOpen: boolean) {
  const poll = usePoll('records')
  const read = useInfiniteQuery({ ...pages(follow.orders, { isOpen: isOpen ? 1 : 0 }), refetchInterval: poll })
  return { read, rows: rowsOf(read.data) }
}

/** True where an order of this moment would be taken. */
export const takesOrders = ({ status, remain, minAmount }: FollowAgency): boolean =>
  status === 'open' && Number(remain) >= Number(minAmount)
