import { type FundProduct, funds } from '@rueda/contract/funds.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pages, query, rowsOf } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'

export type FundKind = FundProduct['type']
const ALL = 50

/** A new server works out the values of its funds in its first seconds, and until then has none to show. */
const UNTIL_STRUCK_MS = 1_500

/** Every fund of a kind. */
export const useFunds = (type: FundKind) =>
  useQuery(
    query(
      funds.products,
      { type, pageSize: ALL },
      { refetchInterval: ({ state: { data } }) => (data?.list.length === 0 ? UNTIL_STRUCK_MS : false) },
    ),
  )

/** The customer's own funds, the open ones or those that have ended. */
export function useFundOrders(isOpen: boolean) {
  const poll = usePoll('records')
  const read = useInfiniteQuery({ ...pages(funds.list, { isOpen: isOpen ? 1 : 0 }), refetchInterval: poll })
  return { read, rows: rowsOf(read.data) }
}
