import { type Transfer, transfers } from '@rueda/contract/transfers.ts'
import { codeOfTransferStatus } from '@rueda/contract/codes.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pages, query, rowsOf } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'

/** A transfer as it is now; what its answer said until it has been read. Its wallet's push frame reads it again. */
export function useTransfer(known: Transfer): Transfer {
  const poll = usePoll('rows')
  const pending = known.status === codeOfTransferStatus.pending
  const input = { transferId: known.transferId }
  const { data } = useQuery(query(transfers.list, input, { enabled: pending, refetchInterval: poll, staleTime: 0 }))
  return data?.list[0] ?? known
}

export function usePendingTransfers(): readonly Transfer[] {
  const poll = usePoll('rows')
  const { data } = useQuery(query(transfers.list, { status: codeOfTransferStatus.pending }, { refetchInterval: poll }))
  return data?.list ?? []
}

export function useTransferHistory() {
  const read = useInfiniteQuery(pages(transfers.list, {}))
  return { read, rows: rowsOf(read.data) as Transfer[] }
}
