import { type AccountState, type Outcome, foresee } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { endOrder } from './end.ts'
import type { EndReason } from './order.ts'

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
    if (ended.ok) decided = { state: foresee(decided.state, ended.value), outcome: compose(decided.outcome, ended.value) }
  }
  return decided
}
