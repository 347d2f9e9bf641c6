import type { OrderEvent, OrderEventKind } from '@rueda/rules/orders/events.ts'
import type { EndReason } from '@rueda/rules/orders/order.ts'
import type { Column } from '../../write-path/columns.ts'
import { storedEvents } from '../../write-path/record-kind.ts'
import { orderEventKind } from '@rueda/rules/orders/records.ts'

export type OrderEventRecord = Readonly<{
  account_id: bigint
  order_id: string
  kind: OrderEventKind
  at: bigint
  sequence: bigint | null
  price: bigint | null
  stop_price: bigint | null
  quantity: bigint | null
  growth: bigint | null
  previous_worst: bigint | null
  reason: EndReason | null
}>

export const readOrderEvent = (row: OrderEventRecord): OrderEvent => ({
  accountId: String(row.account_id),
  orderId: row.order_id,
  kind: row.kind,
  at: Number(row.at),
  sequence: row.sequence === null ? null : Number(row.sequence),
  price: row.price,
  stopPrice: row.stop_price,
  quantity: row.quantity,
  growth: row.growth,
  previousWorst: row.previous_worst,
  reason: row.reason,
})

const orderEventColumns: readonly Column<OrderEvent>[] = [
  ['account_id', 'bigint', (event) => event.accountId],
  ['order_id', 'uuid', (event) => event.orderId],
  ['kind', 'text', (event) => event.kind],
  ['at', 'bigint', (event) => event.at],
  ['sequence', 'bigint', (event) => event.sequence],
  ['price', 'bigint', (event) => event.price],
  ['stop_price', 'bigint', (event) => event.stopPrice],
  ['quantity', 'bigint', (event) => event.quantity],
  ['growth', 'bigint', (event) => event.growth],
  ['previous_worst', 'bigint', (event) => event.previousWorst],
  ['reason', 'text', (event) => event.reason],
]

export const orderEvents = storedEvents(orderEventKind, {
  table: 'order_events',
  columns: orderEventColumns,
  classes: {
    personal: 'account_id order_id id kind at sequence price stop_price quantity growth previous_worst reason',
  },
})
