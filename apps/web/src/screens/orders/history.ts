import type { OrderRow } from '@rueda/contract/orders.ts'
import { type OrderState, isWorking, orderStateOf } from './order-status.ts'

/**
 * What has happened to an order, in the order it happened: sent, every fill, and how it ended or what it waits for.
 * The screen turns each step into words.
 */
export type Step =
  | Readonly<{ kind: 'sent'; at: number }>
  | Readonly<{ kind: 'fill'; at: number; price: string; quantity: string; sequence: number }>
  | Readonly<{ kind: 'waiting'; state: OrderState | null }>
  | Readonly<{ kind: 'ended'; at: number; state: OrderState | null }>

type HistoryFields = Pick<OrderRow, 'status' | 'subStatus' | 'createTimeTimestamp' | 'modifyTimeTimestamp' | 'fills'> &
  Readonly<{ reason?: string | undefined }>

export function historyOf(order: HistoryFields): readonly Step[] {
  const fills = [...(order.fills ?? [])].sort((left, right) => left.sequence - right.sequence)
  const filled = fills.map((fill): Step => ({
    kind: 'fill',
    at: fill.tradeTimestamp,
    price: fill.price,
    quantity: fill.quantity,
    sequence: fill.sequence,
  }))
  return [{ kind: 'sent', at: order.createTimeTimestamp }, ...filled, lastStep(order)]
}

function lastStep(order: HistoryFields): Step {
  const state = orderStateOf(order)
  if (isWorking(order)) return { kind: 'waiting', state }
  return { kind: 'ended', at: order.modifyTimeTimestamp, state }
}
