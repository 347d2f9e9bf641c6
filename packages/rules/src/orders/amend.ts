import { formatScaled } from '../decimal.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { isFraction } from '../fractions/fraction.ts'
import { isOddLot, roundLotAt } from '../instruments/terms.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { checkMarginOrder } from '../margin/accept.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { type OrderRequest, checkOrder } from './accept.ts'
import { type AmendTerms, type Amended, holdAmended } from './amend-hold.ts'
import { type OrderEvent, orderEvent } from './events.ts'
import { type Order, hasLimit, isWorking } from './order.ts'
import { siblingOf } from './pair.ts'
import { lotsIn } from './split-lots.ts'
import { trailingStop, worstBeforeTrigger } from './stops.ts'
import { orderKind, orderEventKind } from './records.ts'

/** A customer's changes to an order; fields left out stay as they are. Prices and quantities in units of 10^-8. */
export type Amendment = Readonly<{
  orderId: string
  limitPrice?: bigint
  quantity?: bigint
  stopPrice?: bigint
  trailPercent?: bigint
}>

/**
 * True when an amendment keeps the order's place in the queue: only a smaller quantity does (`docs/rules/orders.md` D.2). Everything else
 * is a cancel and a new order under the old name.
 */
export const keepsPlace = (order: Order, amendment: Amendment): boolean =>
  amendment.quantity !== undefined && amendment.quantity < order.quantity && !changes(order, { ...amendment, quantity: order.quantity })

/** False for an amendment that changes nothing. */
export const changes = (order: Order, { limitPrice, quantity, stopPrice, trailPercent }: Amendment): boolean =>
  (quantity !== undefined && quantity !== order.quantity) ||
  (limitPrice !== undefined && limitPrice !== order.limitPrice) ||
  (stopPrice !== undefined && stopPrice !== order.stopPrice) ||
  (trailPercent !== undefined && trailPercent !== order.trailPercent)

/** Amends an open order, with the one that closes the same if there is one, and holds for the result. */
export function amendOrder(state: AccountState, amendment: Amendment, terms: AmendTerms, now: Instant): Result<Amended> {
  const order = orderKind.of(state).get(amendment.orderId)
  if (order === undefined) return refuse('object.not_found', { field: 'orderId' })
  if (!isWorking(order)) return refuse('order.not_cancellable', { status: order.status })
  // A block is agreed on as a whole, an order of a plan is worth its amount, and one of a robot is the robot's; each can be cancelled.
  if (order.block !== null || order.origin !== null || order.robot !== null) return refuse('order.type_unsupported', { field: 'orderId' })
  const misplaced = checkFields(order, amendment, terms.instrument?.step ?? 0n) ?? checkBook(order, amendment, terms.instrument)
  if (misplaced !== null) return misplaced
  if (!changes(order, amendment)) return ok({ order, outcome: { entries: [] } })
  const { quantity = order.quantity, limitPrice = order.limitPrice, trailPercent = order.trailPercent } = amendment
  const waived = { ...terms, suitabilityWaived: keepsPlace(order, amendment) }
  const checked = checkAmended(state, { ...order, quantity, limitPrice, trailPercent }, amendment, waived, now)
  if (!checked.ok) return checked
  const { worstPrice, stopPrice } = checked.value
  const wanted: Order = {
    ...order,
    quantity,
    limitPrice,
    trailPercent,
    stopPrice,
    worstPrice,
    amendments: order.amendments + 1,
    changedAt: now,
  }
  const sibling = quantity === order.quantity ? null : siblingOf(state, order)
  const held = holdAmended(state, { before: order, wanted, sibling, terms })
  if (!held.ok) return held
  const amended = orderEvent(order, 'amended', { at: now, price: limitPrice, stopPrice, quantity, previousWorst: order.worstPrice })
  return ok({
    order: held.value.order,
    outcome: compose(held.value.outcome, {
      entries: [],
      events: orderEventKind.happened(amended, ...withIt(sibling, quantity - order.quantity, now)),
    }),
  })
}

/** Records the new size on the other order's own timeline. */
function withIt(sibling: Order | null, more: bigint, now: Instant): readonly OrderEvent[] {
  if (sibling === null) return []
  const { limitPrice: price, stopPrice, worstPrice: previousWorst } = sibling
  return [orderEvent(sibling, 'amended', { at: now, price, stopPrice, quantity: sibling.quantity + more, previousWorst })]
}

/** An order's fields can be changed, not added, and its quantity never falls below the filled one. */
function checkFields(order: Order, { limitPrice, quantity, stopPrice, trailPercent }: Amendment, step: bigint): Refusal | null {
  if (limitPrice !== undefined && order.limitPrice === null) return refuse('parameter.invalid', { field: 'price' })
  const isHeld = order.status === 'held'
  if (stopPrice !== undefined && (!isHeld || order.type === 'trailing')) return refuse('parameter.invalid', { field: 'stopPrice' })
  if (trailPercent !== undefined && (!isHeld || order.type !== 'trailing')) return refuse('parameter.invalid', { field: 'trailPercent' })
  if (quantity === undefined || quantity === order.quantity) return null
  if (quantity > order.filledQuantity) return null
  return refuse('quantity.below_minimum', { num: formatScaled(order.filledQuantity + step), field: 'quantity' })
}

/** A board lot stays on the board, an odd lot in the odd-lot book and a part of a share in its own, because their books are separate. */
function checkBook(order: Order, { quantity = order.quantity }: Amendment, instrument: Instrument | null): Refusal | null {
  if (instrument === null || quantity === order.quantity) return null
  if (isFraction(instrument, quantity) !== isFraction(instrument, order.quantity))
    return refuse('quantity.step', { step: formatScaled(instrument.step), field: 'quantity' })
  if (instrument.step > quantity) return null
  const isSameBook = isOddLot(instrument, quantity) === isOddLot(instrument, order.quantity) && lotsIn(instrument, quantity).length === 1
  return isSameBook ? null : refuse('quantity.step', { step: formatScaled(roundLotAt(instrument, 0n)), field: 'quantity' })
}

type Prices = Readonly<{ stopPrice: bigint | null; worstPrice: bigint }>

/** The same checks as for a new order, in their order. A price that stays as it is has passed them, and the market may have left it. */
function checkAmended(state: AccountState, wanted: Order, amendment: Amendment, terms: AmendTerms, now: Instant): Result<Prices> {
  const stopPrice = amendment.stopPrice ?? wanted.stopPrice
  const isNewStop = amendment.stopPrice !== undefined || amendment.trailPercent !== undefined
  const isNewLimit = amendment.limitPrice !== undefined
  // The odd-lot book takes limit orders alone; anywhere else a limit that stays is not looked at again.
  const isChecked = isNewLimit || (terms.instrument !== null && isOddLot(terms.instrument, wanted.quantity))
  const request: OrderRequest = {
    ...wanted,
    type: isNewStop ? wanted.type : isChecked ? 'limit' : 'market',
    limitPrice: isNewStop || isChecked ? wanted.limitPrice : null,
    timeInForce: 'DAY',
    stopPrice,
    takeProfit: null,
    stopLoss: null,
    leverage: 1,
  }
  // Added exposure is checked with the hold; the order's earlier size has passed before.
  const { exposureLeft: _, ...known } = terms
  const asIfNew = { ...known, marketAt: now, rate: terms.rate ?? null }
  const check = wanted.margin === null ? checkOrder : checkMarginOrder
  const checked = check({ ...state, openOrders: 0 }, request, asIfNew, now)
  if (!checked.ok) return checked
  const { instrument } = checked.value
  const { limitPrice, side, trailBest, trailPercent } = wanted
  const trailed =
    amendment.trailPercent === undefined || trailBest === null || trailPercent === null
      ? stopPrice
      : trailingStop(instrument, side, trailBest, trailPercent)
  const isMoved = trailed !== null && trailed !== wanted.stopPrice
  if (hasLimit(wanted.type) && limitPrice !== null) return ok({ stopPrice: trailed, worstPrice: limitPrice })
  return ok({ stopPrice: trailed, worstPrice: isMoved ? worstBeforeTrigger(instrument, side, trailed) : wanted.worstPrice })
}
