import type { OrderRow } from '@rueda/contract/orders.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { type OrderState, isWorking, orderStateOf, stateOfReason } from './order-status.ts'

/**
 * A step in the history of an order, in time order: sent, every event and fill, and its end or what it waits for. The
 * screen turns each step into words.
 */
export type Step =
  | Readonly<{ kind: 'sent' | 'opened'; at: number }>
  | Readonly<{ kind: 'fill'; at: number; price: string; quantity: string; sequence: number }>
  /** Several fills after each other, together. */
  | Readonly<{ kind: 'fills'; at: number; quantity: string; count: number }>
  | Readonly<{ kind: 'triggered'; at: number; price: string; sequence: number }>
  | Readonly<{ kind: 'amended'; at: number; price: string | null; stopPrice: string | null; quantity: string | null }>
  | Readonly<{ kind: 'reduced' | 'grown'; at: number; quantity: string }>
  | Readonly<{ kind: 'waiting'; state: OrderState | null; stopPrice: string | null }>
  | Readonly<{ kind: 'ended'; at: number; state: OrderState | null }>

type Line = NonNullable<OrderRow['timeline']>[number]
type HistoryFields = Pick<OrderRow, 'status' | 'subStatus' | 'createTimeTimestamp' | 'modifyTimeTimestamp' | 'timeline'> &
  Readonly<{ reason?: string | undefined; stopPrice?: string | null }>

export function historyOf(order: HistoryFields): readonly Step[] {
  const steps = order.timeline?.flatMap(stepOf) ?? [{ kind: 'sent' as const, at: order.createTimeTimestamp }]
  if (isWorking(order)) return [...steps, { kind: 'waiting', state: orderStateOf(order), stopPrice: order.stopPrice ?? null }]
  const isTold = steps.some(({ kind }) => kind === 'ended')
  return isTold ? steps : [...steps, { kind: 'ended', at: order.modifyTimeTimestamp, state: orderStateOf(order) }]
}

/** As many fills after each other are still read one by one. */
const MAX_FILLS_APART = 3

/** The same history with each longer run of fills as one step, at the time of its last. */
export function withFillsTogether(steps: readonly Step[]): readonly Step[] {
  const runs: Step[][] = []
  for (const step of steps) {
    const last = runs.at(-1)
    if (step.kind === 'fill' && last?.[0]?.kind === 'fill') last.push(step)
    else runs.push([step])
  }
  return runs.flatMap((run) => (run.length > MAX_FILLS_APART ? [together(run)] : run))
}

function together(run: readonly Step[]): Step {
  const fills = run.flatMap((step) => (step.kind === 'fill' ? [step] : []))
  const quantity = fills.reduce((sum, fill) => sum + (parseScaled(fill.quantity) ?? 0n), 0n)
  return { kind: 'fills', at: fills.at(-1)?.at ?? 0, quantity: formatScaled(quantity), count: fills.length }
}

/** A kind of a newer server that this app does not know is left out. */
function stepOf({ kind, eventTimestamp: at, sequence, price, stopPrice, quantity, reason }: Line): Step[] {
  switch (kind) {
    case 'accepted':
      return [{ kind: 'sent', at }]
    case 'opened':
      return [{ kind, at }]
    case 'filled':
      return price === null || quantity === null ? [] : [{ kind: 'fill', at, price, quantity, sequence: sequence ?? 0 }]
    case 'triggered':
      return price === null ? [] : [{ kind, at, price, sequence: sequence ?? 0 }]
    case 'amended':
      return [{ kind, at, price, stopPrice, quantity }]
    case 'reduced':
    case 'grown':
      return quantity === null ? [] : [{ kind, at, quantity }]
    case 'ended':
      return [{ kind, at, state: stateOfReason(reason) }]
    default:
      return []
  }
}
