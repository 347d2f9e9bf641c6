import type { AccountState, Outcome } from '../ledger/account-state.ts'
import type { LotChoice } from '../positions/lots.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { type Order, isWorking } from './order.ts'
import { orderKind } from './records.ts'

type Choosing = Readonly<{ orderIds: readonly string[]; choice: LotChoice | null }>

/** Changes the lots that a sale uses up, while nothing of it is filled (`docs/rules/positions.md` P.7). */
export function chooseLots(
  state: AccountState,
  { orderIds, choice }: Choosing,
  now: Instant,
): Result<Readonly<{ order: Order; outcome: Outcome }>> {
  const orders = orderIds.flatMap((id) => orderKind.of(state).get(id) ?? [])
  const [first] = orders
  if (first === undefined || first.side !== 'sell' || first.margin !== null) return refuse('object.not_found', { field: 'orderId' })
  const begun = orders.find((order) => !isWorking(order) || order.filledQuantity > 0n)
  if (begun !== undefined) return refuse('order.not_cancellable', { status: begun.status })
  const changed = orders.map((order) => ({ ...order, lots: choice, changedAt: now }))
  return ok({ order: changed[0] ?? first, outcome: { entries: [], records: orderKind.changed(...changed) } })
}
