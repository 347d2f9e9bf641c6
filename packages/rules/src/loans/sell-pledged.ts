import { SCALE, divide, least } from '../decimal.ts'
import { type AccountState, type Outcome, foresee } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type OrderTerms, acceptOrder } from '../orders/accept.ts'
import type { Order } from '../orders/order.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { relock } from './collateral.ts'
import { SHARE_WALLET } from './product.ts'
import { loanKind, pledgeKind } from './records.ts'
import { exactUnits, withReserve } from './work-off.ts'

type Selling = Readonly<{ pledgeId: string; order: Readonly<{ id: string; number: string }>; terms: OrderTerms }>

/** An order at the market for as many pledged shares as pay what is owed. Nobody but the venue says what they bring. */
export function sellPledged(
  state: AccountState,
  { pledgeId, order, terms }: Selling,
  now: Instant,
): Result<Readonly<{ outcome: Outcome; order: Order }>> {
  const pledge = pledgeKind.of(state).get(pledgeId)
  const loan = pledge === undefined ? undefined : loanKind.of(state).get(pledge.loanId)
  const isDue = loan?.status === 'selling' && loan.debt > 0n
  if (pledge === undefined || loan === undefined || !isDue || pledge.kind !== 'stock' || pledge.quantity === 0n || pledge.saleId !== null)
    return refuse('object.not_found')
  // While nobody bids, it waits: an order would only end again.
  const price = terms.market?.bid ?? 0n
  if (price === 0n) return refuse('quote.stale')
  const needed = divide(exactUnits(loan.debt), price * SCALE, 'UP') * SCALE
  const quantity = least(withReserve(needed, SCALE), pledge.quantity)
  const valueDate = terms.tradeDate
  const freed = relock(state, pledge, { quantity, way: 'free', loan, valueDate }, now)
  const marked: Outcome = {
    ...freed,
    records: [
      ...(freed.records ?? []),
      ...loanKind.changed({ ...loan, steps: loan.steps + 1, changedAt: now }),
      ...pledgeKind.changed({ ...pledge, quantity: pledge.quantity - quantity, saleId: order.id, changedAt: now }),
    ],
  }
  const accepted = acceptOrder(
    foresee(state, marked),
    {
      ...order,
      ...{ instrumentId: pledge.ref, wallet: SHARE_WALLET, side: 'sell', type: 'market', timeInForce: 'IOC' },
      ...{ limitPrice: null, quantity, leverage: 1, margin: null, pledgeId },
    },
    terms,
    now,
  )
  if (!accepted.ok) return accepted
  return ok({ outcome: compose(marked, accepted.value.outcome), order: accepted.value.order })
}
