import { orders } from '@rueda/contract/orders.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { isWorking } from '../../shared/orders/order-status.ts'

const MAX_WORKING = 100
const workingInput = { working: 1, pageSize: MAX_WORKING }

/** The orders that can still fill. One that a push frame has just ended is no longer among them. */
export function useWorkingOrders() {
  const poll = usePoll('rows')
  return useQuery(query(orders.list, workingInput, { enabled: useSignedIn(), refetchInterval: poll }))
}

export const stillWorking = (list: readonly OrderRow[]): OrderRow[] => list.filter(isWorking)

export function useWorkingCount(): number {
  const { data } = useWorkingOrders()
  return stillWorking(data?.list ?? []).length
}
