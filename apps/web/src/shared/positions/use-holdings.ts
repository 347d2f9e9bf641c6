import { positions } from '@rueda/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { usePoll } from '../live/live.ts'

const MAX_HOLDINGS = 100

export const holdingsRead = query(positions.holding, { pageSize: MAX_HOLDINGS })

/** Everything the customer holds. Prices between two reads come from the live quotes. A visitor's page does not ask. */
export function useHoldings(enabled = true) {
  const poll = usePoll('rows')
  return useQuery({ ...holdingsRead, refetchInterval: poll, enabled })
}
