import { least } from '../decimal.ts'
import { chargedTotal } from '../fees/schedule.ts'
import { walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, foresee } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type Order, isWorking, remainingOf } from '../orders/order.ts'
import { orderKind } from '../orders/records.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { relock } from './collateral.ts'
import { loanKind, pledgeKind } from './records.ts'
import { collect } from './work-off.ts'

type Booking = Readonly<{ orderId: string; valueDate: CalendarDate; now: Instant }>

/**
 * The booking of an order that sells collateral, with what it brought taken to the loan (J74) and, once it has ended, the shares that found no
 * buyer back in their lock (`docs/rules/loans.md` E.6); any other booking as it is. So nobody can spend the proceeds before the loan has
 * them, however late the market's report comes.
 */
export function collectedSale(state: AccountState, booked: Outcome, { orderId, valueDate, now }: Booking): Outcome {
  const before = orderKind.of(state).get(orderId)
  if (before === undefined || before.pledgeId === null) return booked
  const after = orderKind.in(booked).findLast(({ id }) => id === orderId) ?? before
  const foreseen = foresee(state, booked)
  const pledge = pledgeKind.of(foreseen).get(before.pledgeId)
  const loan = pledge === undefined ? undefined : loanKind.of(foreseen).get(pledge.loanId)
  if (pledge === undefined || loan === undefined) throw new Error(`the collateral ${before.pledgeId} of an order was not read`)
  const amount = loan.status === 'selling' ? least(proceedsOf(after) - proceedsOf(before), loan.debt) : 0n
  const collected = compose(booked, collect(loan, { amount, from: walletAccount(before.wallet, 'CASH'), valueDate }, now))
  return isWorking(after) || !isWorking(before)
    ? collected
    : compose(collected, settled(state, collected, { order: after, valueDate, now }))
}

type Settling = Readonly<{ order: Order; valueDate: CalendarDate; now: Instant }>

function settled(state: AccountState, collected: Outcome, { order, valueDate, now }: Settling): Outcome {
  const foreseen = foresee(state, collected)
  const sold = pledgeKind.of(foreseen).get(order.pledgeId ?? '')
  const loan = sold === undefined ? undefined : loanKind.of(foreseen).get(sold.loanId)
  if (sold === undefined || loan === undefined) throw new Error(`the collateral of ${order.id} was not read`)
  const pledge = { ...sold, saleId: null, changedAt: now }
  const rest = remainingOf(order)
  if (rest === 0n) return { entries: [], records: pledgeKind.changed(pledge) }
  const back = relock(foreseen, pledge, { quantity: rest, way: 'lock', loan, valueDate }, now)
  return { ...back, records: [...(back.records ?? []), ...loanKind.changed({ ...loan, steps: loan.steps + 1, changedAt: now })] }
}

/** What an order has brought after its charges, which can be more than the first shares of it bring. */
const proceedsOf = ({ filledNotional, charged }: Order): bigint => {
  const proceeds = filledNotional - chargedTotal(charged)
  return proceeds > 0n ? proceeds : 0n
}
