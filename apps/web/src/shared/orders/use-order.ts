import { orders } from '@rueda/contract/orders.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { usePoll } from '../live/live.ts'

/** One order, fresh, with its fills; the push channel writes into the same read. */
export function useOrder(orderId: string) {
  const poll = usePoll('rows')
  return useQuery(query(orders.list, { orderId }, { enabled: orderId !== '', refetchInterval: poll, staleTime: 0 }))
}
