import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pages, query, rowsOf } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'
import { isUnderWay } from '../../shared/withdrawals/withdrawal-status.ts'

/** Decisions are not pushed, so a withdrawal under way is read again while it is on screen. */
const UNDER_WAY_POLL_MS = 3_000

type Read = Withdrawal | Readonly<{ list: readonly Withdrawal[] }> | undefined
const isOne = (read: Read): read is Withdrawal => read !== undefined && !('list' in read)

/** One withdrawal as it is now. */
export function useWithdrawal(id: string) {
  const poll = usePoll('detail')
  return useQuery(
    query(
      withdrawals.detail,
      { id },
      { staleTime: 0, refetchInterval: ({ state: { data } }) => (isOne(data) && isUnderWay(data) ? UNDER_WAY_POLL_MS : poll) },
    ),
  )
}

type StatusCode = 1 | 2 | 3 | 4

export function useWithdrawalHistory(status: StatusCode | undefined) {
  const poll = usePoll('records')
  const read = useInfiniteQuery({
    ...pages(withdrawals.detail, status === undefined ? {} : { status }),
    refetchInterval: ({ state }) => ((rowsOf(state.data?.pages) as Withdrawal[]).some(isUnderWay) ? UNDER_WAY_POLL_MS : poll),
  })
  return { read, rows: rowsOf(read.data) as Withdrawal[] }
}
