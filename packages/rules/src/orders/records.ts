import { eventKind, recordKind } from '../ledger/record.ts'
import { messagesOfChange } from '../messages/order-messages.ts'
import { messageKind } from '../messages/records.ts'
import type { OrderEvent } from './events.ts'
import type { Fill } from './fill.ts'
import { type Order, isWorking } from './order.ts'

/** Orders, held by their id. The account counts the working ones; the message of an order's end is implied and not named in an outcome. */
export const orderKind = recordKind<Order>({
  name: 'order',
  keep: (state, order, held) => {
    const wasOpen = isOpen(held.get(order.id))
    const open = isOpen(order)
    if (open && !wasOpen) state.openOrders += 1
    if (!open && wasOpen) state.openOrders -= 1
    held.set(order.id, order)
  },
  implied: (order, before) => messageKind.happened(...messagesOfChange(order, before)),
})

const isOpen = (order: Order | undefined): boolean => order !== undefined && isWorking(order)

export const fillKind = eventKind<Fill>('fill')

/** Events of orders beside their fills: the timelines that customers read. */
export const orderEventKind = eventKind<OrderEvent>('order event')
