import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import type { Pool } from 'pg'
import { inSnapshot } from '../../db/snapshot.ts'
import { fillsOf, ordersOfRequest } from './store.ts'

/** An order, or the two that one request was split into, with their executions and the head of the account's chain at the same moment. */
export type Executed = Readonly<{
  orders: readonly Order[]
  fills: readonly Fill[]
  head: Readonly<{ sequence: number; hash: string }>
}>

/** Null for an order that is not the customer's, and for one of which nothing was executed. */
export function executedOrder(pool: Pool, accountId: string, orderId: string): Promise<Executed | null> {
  return inSnapshot(pool, async (reader) => {
    const orders = await ordersOfRequest(reader, accountId, orderId)
    const fills = await fillsOf(reader, accountId, orders)
    const { rows } = await reader.query<{ sequence: bigint; head: string }>(
      "select sequence, encode(head, 'hex') as head from account_states where account_id = $1",
      [accountId],
    )
    const head = rows[0]
    if (head === undefined || fills.length === 0) return null
    return { orders, fills, head: { sequence: Number(head.sequence), hash: head.head } }
  })
}
