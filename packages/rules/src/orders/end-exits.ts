import type { Books, Outcome } from '../ledger/books.ts'
import { compose } from '../ledger/compose.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { endOrder } from './end.ts'
import type { EndReason } from './order.ts'
import { orderKind } from './records.ts'

/** Books as they will be, for the next part of one decision, with what has been decided so far. */
export type Decided = Readonly<{ books: Books; outcome: Outcome }>

/**
 * A position that is closed some other way takes its exits with it (`docs/rules/orders.md` D.1): they end one after the other, what
 * they hold comes free, and the closing order is decided on what is left.
 */
export const endExits = (books: Books, exitIds: readonly string[], tradeDate: CalendarDate, now: Instant): Decided =>
  endAll(books, exitIds, { reason: 'POSITION_CLOSED', tradeDate }, now)

type Ending = Readonly<{ reason: EndReason; tradeDate: CalendarDate }>

/** Several orders end in one decision; each sees what the ones before it gave back or handed over. */
export function endAll(books: Books, orderIds: readonly string[], { reason, tradeDate }: Ending, now: Instant): Decided {
  let decided: Decided = { books, outcome: { entries: [] } }
  for (const orderId of orderIds) {
    const ended = endOrder(decided.books, { orderId, reason, tradeDate }, now)
    // One that has ended meanwhile holds nothing.
    if (ended.ok) decided = { books: after(decided.books, ended.value), outcome: compose(decided.outcome, ended.value) }
  }
  return decided
}

/** The records and held money of an outcome in their books; nothing is posted yet. */
export function after(books: Books, outcome: Outcome): Books {
  const orders = orderKind.in(outcome)
  const wallets = new Map(books.wallets)
  const records = new Map([...books.records].map(([kind, held]) => [kind, new Map(held)]))
  for (const { kind, row } of outcome.records ?? []) kind.of({ ...books, records }).set(kind.keyOf(row), row)
  for (const order of orders) {
    const freed = (orderKind.of(books).get(order.id)?.heldCash ?? 0n) - order.heldCash
    const wallet = wallets.get(order.wallet)
    if (wallet !== undefined && freed !== 0n) wallets.set(order.wallet, { ...wallet, cash: wallet.cash + freed, hold: wallet.hold - freed })
  }
  const begun = orders.filter(({ id }) => !orderKind.of(books).has(id)).length
  return { ...books, openOrders: books.openOrders + begun, records, wallets }
}
