import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { endOrder } from './end.ts'
import type { EndReason } from './order.ts'
import { orderKind } from './records.ts'

/** The account state as it will be for the next part of one decision, with the outcome so far. */
export type Decided = Readonly<{ state: AccountState; outcome: Outcome }>

/**
 * Ends the exits of a position that is closed some other way (`docs/rules/orders.md` D.1): they end one after the other, their hold is
 * released, and the closing order is decided on the result.
 */
export const endExits = (state: AccountState, exitIds: readonly string[], tradeDate: CalendarDate, now: Instant): Decided =>
  endAll(state, exitIds, { reason: 'POSITION_CLOSED', tradeDate }, now)

type Ending = Readonly<{ reason: EndReason; tradeDate: CalendarDate }>

/** Ends several orders in one decision; each sees the hold that the ones before it released or handed over. */
export function endAll(state: AccountState, orderIds: readonly string[], { reason, tradeDate }: Ending, now: Instant): Decided {
  let decided: Decided = { state, outcome: { entries: [] } }
  for (const orderId of orderIds) {
    const ended = endOrder(decided.state, { orderId, reason, tradeDate }, now)
    // One that has ended meanwhile holds nothing.
    if (ended.ok) decided = { state: after(decided.state, ended.value), outcome: compose(decided.outcome, ended.value) }
  }
  return decided
}

/** The account state with the records and held money of an outcome; nothing is posted yet. */
export function after(state: AccountState, outcome: Outcome): AccountState {
  const orders = orderKind.in(outcome)
  const wallets = new Map(state.wallets)
  const records = new Map([...state.records].map(([kind, held]) => [kind, new Map(held)]))
  for (const { kind, row } of outcome.records ?? []) kind.of({ ...state, records }).set(kind.keyOf(row), row)
  for (const order of orders) {
    const freed = (orderKind.of(state).get(order.id)?.heldCash ?? 0n) - order.heldCash
    const wallet = wallets.get(order.wallet)
    if (wallet !== undefined && freed !== 0n) wallets.set(order.wallet, { ...wallet, cash: wallet.cash + freed, hold: wallet.hold - freed })
  }
  const begun = orders.filter(({ id }) => !orderKind.of(state).has(id)).length
  return { ...state, openOrders: state.openOrders + begun, records, wallets }
}
