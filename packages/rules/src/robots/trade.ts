import { type AccountState, foresee } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { divide, formatScaled } from '../decimal.ts'
import { sizedByAmount } from '../fractions/by-amount.ts'
import { fractionTermsOf } from '../fractions/fraction.ts'
import { type Accepted, type OrderRequest, type OrderTerms, acceptOrder } from '../orders/accept.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { tradedTermsOf } from '../instruments/terms.ts'
import { WHOLE } from './catalogue.ts'
import { robotSlotKind } from './records.ts'
import type { RobotSlot } from './rental.ts'
import { lendToOrder } from './sub-wallet.ts'

/** The orders of a robot (`docs/rules/robots.md` E.8): at market, for an amount of its money or a quantity of its shares. */
export type RobotTrade = Readonly<{ side: 'buy'; amount: bigint }> | Readonly<{ side: 'sell'; quantity: bigint }>

/**
 * The trade that takes a part from the target it has acted on to the next one; null where there is nothing to trade. Of its money and its
 * shares it uses the same share as the target moves by, so that prices alone never make it trade.
 */
export function tradeTowards(
  { cash, quantity, target }: Pick<RobotSlot, 'cash' | 'quantity' | 'target'>,
  next: bigint,
  step: bigint,
): RobotTrade | null {
  if (next > target) {
    const amount = divide(cash * (next - target), WHOLE - target, 'DOWN')
    return amount === 0n ? null : { side: 'buy', amount }
  }
  if (next === target) return null
  const sold = next === 0n ? quantity : divide(quantity * (target - next), target * step, 'DOWN') * step
  return sold === 0n ? null : { side: 'sell', quantity: sold }
}

export type RobotAsk = Readonly<{ id: string; number: string; slotId: string; trade: RobotTrade }>

/** Accepts an order of a robot with the money or the shares of its part alone, and refuses it like any other. */
export function acceptRobotOrder(
  state: AccountState,
  { id, number, slotId, trade }: RobotAsk,
  terms: OrderTerms,
  now: Instant,
): Result<Accepted> {
  const slot = robotSlotKind.of(state).get(slotId)
  if (slot === undefined) return refuse('object.not_found')
  const { instrument, tradeDate: valueDate } = terms
  if (instrument === null) return refuse('instrument.unknown', { field: 'stockCode' })
  if (!terms.matching || terms.extended === true) return refuse('market.closed')
  const { wallet } = tradedTermsOf(instrument.market)
  const isPurchase = trade.side === 'buy'
  const request: OrderRequest = {
    ...{ id, number, instrumentId: slot.instrumentId, wallet, side: trade.side, type: 'market', timeInForce: 'DAY', limitPrice: null },
    ...{ quantity: isPurchase ? 0n : trade.quantity, amount: isPurchase ? trade.amount : null, leverage: 1, margin: null },
    robot: { rentalId: slot.rentalId, slotId },
  }
  const sized = sizedByAmount(request, terms)
  if (!sized.ok) return sized
  const booking = { orderId: id, valueDate, now }
  const lent = { slotId, instrumentId: slot.instrumentId, wallet, cash: 0n, quantity: 0n }
  const most = isPurchase ? { ...lent, cash: trade.amount } : { ...lent, quantity: trade.quantity }
  if (most.cash > slot.cash || most.quantity > slot.quantity)
    return refuse('position.insufficient', { available: formatScaled(slot.quantity), field: 'quantity' })
  const accepted = acceptOrder(foresee(state, lendToOrder(state, most, booking)), sized.value, terms, now)
  if (!accepted.ok) return accepted
  const { order, outcome } = accepted.value
  const lending = lendToOrder(state, isPurchase ? { ...lent, cash: order.heldCash } : most, booking)
  const after = robotSlotKind.in(lending)[0] ?? slot
  return ok({
    order,
    outcome: compose(compose(lending, outcome), { entries: [], records: robotSlotKind.changed({ ...after, orderId: id }) }),
  })
}

/** The step of parts of an instrument's shares; of whole ones where there are no parts. */
export const robotStepOf = (instrument: Instrument): bigint => fractionTermsOf(instrument)?.step ?? instrument.step
