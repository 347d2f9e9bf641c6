import type { Instant } from '../time.ts'
import type { EndReason, Order } from './order.ts'

/**
 * One line of an order's timeline. Acceptance stands on the order and fills are kept by themselves; this is everything
 * else that happens to it. Events are only ever added.
 */
export type OrderEventKind = 'opened' | 'triggered' | 'amended' | 'reduced' | 'grown' | 'ended'

export type OrderEvent = Readonly<{
  accountId: string
  orderId: string
  kind: OrderEventKind
  at: Instant
  /** The venue's number of its cause; null where the venue had no part in it. */
  sequence: number | null
  /** Of a trigger the trade that reached the stop; of an amendment the new limit. */
  price: bigint | null
  /** Of an amendment the new stop. */
  stopPrice: bigint | null
  /** The quantity afterwards: of an amendment, a reduction or a growth. */
  quantity: bigint | null
  /** The quantity a growth has added. */
  growth: bigint | null
  /** The worst price that held until an amendment: earlier fills keep to it. */
  previousWorst: bigint | null
  reason: EndReason | null
}>

type Facts = Partial<Omit<OrderEvent, 'accountId' | 'orderId' | 'kind'>> & Pick<OrderEvent, 'at'>

export const orderEvent = (order: Pick<Order, 'accountId' | 'id'>, kind: OrderEventKind, facts: Facts): OrderEvent => ({
  accountId: order.accountId,
  orderId: order.id,
  kind,
  sequence: null,
  price: null,
  stopPrice: null,
  quantity: null,
  growth: null,
  previousWorst: null,
  reason: null,
  ...facts,
})
