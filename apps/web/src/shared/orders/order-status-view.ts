import type { OrderRow } from '@rueda/contract/orders.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../text/text.ts'
import { lookOfState, orderStateOf } from './order-status.ts'

/** The pill of an order; a state nobody knows shows the server's own word. */
export function statusOf(t: Translate<'orders'>, order: Pick<OrderRow, 'status' | 'subStatus' | 'reason'>): Status {
  const state = orderStateOf(order)
  if (state === null) return { tone: 'flat', shape: 'dot', label: order.subStatus }
  return { ...lookOfState[state], label: t(`state.${state}`) }
}
