import { type Deposit, deposits } from '@rueda/contract/deposits.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pages, query, rowsOf } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'

const CONFIRMING_POLL_MS = 5_000

/** Confirmations are not pushed, so a deposit on its way is read again while it is on screen. */
const isOnItsWay = ({ state, type }: Deposit): boolean => state === 'arrived' && type === 'crypto'

/** One deposit as it is now; its confirmations are counted while it is looked at. */
export function useDeposit(id: string | null, known: Deposit | null): Deposit | null {
  const poll = usePoll('rows')
  const { data } = useQuery(
    query(
      deposits.list,
      { id: id ?? '' },
      {
        enabled: id !== null,
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data?.list.some(isOnItsWay) === true ? CONFIRMING_POLL_MS : poll),
      },
    ),
  )
  return data?.list[0] ?? known
}

export type StatusCode = 1 | 2 | 3

export function useDepositHistory(status: StatusCode | null) {
  const poll = usePoll('rows')
  const read = useInfiniteQuery({
    ...pages(deposits.list, status === null ? {} : { status }),
    refetchInterval: ({ state }) => (rowsOf(state.data?.pages).some(isOnItsWay) ? CONFIRMING_POLL_MS : poll),
  })
  return { read, rows: rowsOf(read.data) as Deposit[] }
}
