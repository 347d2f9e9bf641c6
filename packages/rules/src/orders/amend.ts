import { formatScaled } from '../decimal.ts'
import { chargedTotal, chargesOn, totalOf } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { isOddLot, roundLotAt } from '../instruments/terms.ts'
import { securityAccount, walletAccount } from '../ledger/accounts.ts'
import { type Books, type Outcome, walletOf } from '../ledger/books.ts'
import { type Line, transfer } from '../ledger/entry.ts'
import { formatMinor } from '../money.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { type OrderAsk, type OrderTerms, checkOrder } from './accept.ts'
import { orderEvent } from './events.ts'
import { siblingOf } from './pair.ts'
import { checkHoldings, priceHold } from './hold.ts'
import { type Order, hasLimit, isWorking, remainingOf } from './order.ts'
import { lotsIn } from './split-lots.ts'
import { trailingStop, worstBeforeTrigger } from './stops.ts'

/** What a customer changes of an order; what is left out stays as it is. Prices and quantities in units of 10^-8. */
export type Amendment = Readonly<{
  orderId: string
  limitPrice?: bigint
  quantity?: bigint
  stopPrice?: bigint
  trailPercent?: bigint
}>

/**
 * Whether an amendment keeps the order's place in the queue: only less of it does (`domain.md` D.2). Everything else is
 * a cancel and a new order under the old name.
 */
export const keepsPlace = (order: Order, amendment: Amendment): boolean =>
  amendment.quantity !== undefined && amendment.quantity < order.quantity && !changes(order, { ...amendment, quantity: order.quantity })

/** False for an amendment that asks for what is already so. */
export const changes = (order: Order, { limitPrice, quantity, stopPrice, trailPercent }: Amendment): boolean =>
  (quantity !== undefined && quantity !== order.quantity) ||
  (limitPrice !== undefined && limitPrice !== order.limitPrice) ||
  (stopPrice !== undefined && stopPrice !== order.stopPrice) ||
  (trailPercent !== undefined && trailPercent !== order.trailPercent)

export type Amended = Readonly<{ order: Order; outcome: Outcome }>

/** Amends an open order. Its hold is worked out anew, exactly: what it needs more is held, what it needs less goes back. */
export function amendOrder(books: Books, amendment: Amendment, terms: OrderTerms, now: Instant): Result<Amended> {
  const order = books.orders.get(amendment.orderId)
  if (order === undefined) return refuse('object.not_found', { field: 'orderId' })
  // What an order on margin asks for is worked out from its position; it is cancelled and placed anew.
  if (order.margin !== null) return refuse('order.type_unsupported', { field: 'orderId' })
  if (!isWorking(order)) return refuse('order.not_cancellable', { status: order.status })
  const misplaced = checkFields(books, order, amendment, terms.instrument?.step ?? 0n) ?? checkBook(order, amendment, terms.instrument)
  if (misplaced !== null) return misplaced
  if (!changes(order, amendment)) return ok({ order, outcome: { entries: [] } })
  const { quantity = order.quantity, limitPrice = order.limitPrice, trailPercent = order.trailPercent } = amendment
  const checked = checkAmended(books, { ...order, quantity, limitPrice, trailPercent }, amendment, terms, now)
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
  const event = orderEvent(order, 'amended', { at: now, price: limitPrice, stopPrice, quantity, previousWorst: order.worstPrice })
  const held = order.side === 'buy' ? holdCash(books, order, wanted, terms) : holdShares(books, order, wanted, terms)
  if (!held.ok) return held
  return ok({ order: held.value.order, outcome: { ...held.value.outcome, orderEvents: [event] } })
}

/** Only what the order has can be changed, and no order becomes smaller than what it has filled. */
function checkFields(
  books: Books,
  order: Order,
  { limitPrice, quantity, stopPrice, trailPercent }: Amendment,
  step: bigint,
): Refusal | null {
  if (limitPrice !== undefined && order.limitPrice === null) return refuse('parameter.invalid', { field: 'price' })
  const isHeld = order.status === 'held'
  if (stopPrice !== undefined && (!isHeld || order.type === 'trailing')) return refuse('parameter.invalid', { field: 'stopPrice' })
  if (trailPercent !== undefined && (!isHeld || order.type !== 'trailing')) return refuse('parameter.invalid', { field: 'trailPercent' })
  if (quantity === undefined || quantity === order.quantity) return null
  // Two orders for the same shares are of one size.
  if (siblingOf(books, order) !== null) return refuse('parameter.invalid', { field: 'quantity' })
  if (quantity > order.filledQuantity) return null
  return refuse('quantity.below_minimum', { num: formatScaled(order.filledQuantity + step), field: 'quantity' })
}

/** A lot stays a lot, and less than one stays less: they stand in books of their own. */
function checkBook(order: Order, { quantity = order.quantity }: Amendment, instrument: Instrument | null): Refusal | null {
  if (instrument === null || quantity === order.quantity || instrument.step > quantity) return null
  const isSameBook = isOddLot(instrument, quantity) === isOddLot(instrument, order.quantity) && lotsIn(instrument, quantity).length === 1
  return isSameBook ? null : refuse('quantity.step', { step: formatScaled(roundLotAt(instrument, 0n)), field: 'quantity' })
}

type Prices = Readonly<{ stopPrice: bigint | null; worstPrice: bigint }>

/** The same checks as for a new order, in their order. A price that stays as it is has passed them, and the market may have left it. */
function checkAmended(books: Books, wanted: Order, amendment: Amendment, terms: OrderTerms, now: Instant): Result<Prices> {
  const stopPrice = amendment.stopPrice ?? wanted.stopPrice
  const isNewStop = amendment.stopPrice !== undefined || amendment.trailPercent !== undefined
  const isNewLimit = amendment.limitPrice !== undefined
  // The odd-lot book takes limit orders alone; anywhere else a limit that stays is not looked at again.
  const isChecked = isNewLimit || (terms.instrument !== null && isOddLot(terms.instrument, wanted.quantity))
  const ask: OrderAsk = {
    ...wanted,
    type: isNewStop ? wanted.type : isChecked ? 'limit' : 'market',
    limitPrice: isNewStop || isChecked ? wanted.limitPrice : null,
    timeInForce: 'DAY',
    stopPrice,
    takeProfit: null,
    stopLoss: null,
    leverage: 1,
  }
  const checked = checkOrder({ ...books, openOrders: 0 }, ask, { ...terms, marketAt: now }, now)
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

function holdCash(books: Books, before: Order, wanted: Order, terms: OrderTerms): Result<Amended> {
  const { currency } = terms.fees
  const rest = priceHold({ side: 'buy', quantity: remainingOf(wanted) }, wanted.worstPrice, terms)
  const whole = before.filledNotional + rest.notional
  const holdAtStart = whole + totalCharges(wanted, whole, terms)
  const heldCash = holdAtStart - before.filledNotional - chargedTotal(before.charged)
  const more = heldCash - before.heldCash
  const available = walletOf(books, before.wallet).cash
  if (more > available) {
    return refuse('wallet.insufficient', {
      need: formatMinor(more, currency),
      available: formatMinor(available, currency),
      missing: formatMinor(more - available, currency),
    })
  }
  const order: Order = { ...wanted, holdAtStart, heldCash }
  const [cash, hold] = [walletAccount(order.wallet, 'CASH'), walletAccount(order.wallet, 'HOLD')]
  const lines = moved(more, { free: cash, held: hold, asset: currency })
  return ok({ order, outcome: { entries: entriesOf(order, more, lines, terms), orders: [order] } })
}

/** Charges on everything the order would trade: a smallest charge counts once for the whole of it. */
const totalCharges = ({ side, quantity }: Order, notional: bigint, { fees, tradeDate }: OrderTerms): bigint =>
  totalOf(chargesOn(fees, { side, notional, quantity, tradeDate }))

function holdShares(books: Books, before: Order, wanted: Order, terms: OrderTerms): Result<Amended> {
  const more = wanted.quantity - before.quantity
  if (more === 0n) return ok({ order: wanted, outcome: { entries: [], orders: [wanted] } })
  const order: Order = { ...wanted, holdAtStart: wanted.quantity, heldQuantity: before.heldQuantity + more }
  const position = books.positions.get(order.instrumentId) ?? null
  const short = more > 0n ? checkHoldings(position, more) : null
  if (short !== null || position === null) return short ?? refuse('position.insufficient', { available: '0' })
  const { instrumentId } = order
  const lines = moved(more, {
    free: securityAccount('SEC', instrumentId),
    held: securityAccount('SECHOLD', instrumentId),
    asset: instrumentId,
  })
  const held = { ...position, free: position.free - more, held: position.held + more, changedAt: order.changedAt }
  return ok({ order, outcome: { entries: entriesOf(order, more, lines, terms), orders: [order], positions: [held] } })
}

function moved(more: bigint, { free, held, asset }: Readonly<{ free: string; held: string; asset: string }>): readonly Line[] {
  return more >= 0n ? transfer({ from: free, to: held, asset, amount: more }) : transfer({ from: held, to: free, asset, amount: -more })
}

/** Steps below that of the release at the end, one for each amendment. */
const FIRST_AMENDMENT_STEP = -2

function entriesOf(order: Order, more: bigint, lines: readonly Line[], { tradeDate }: OrderTerms): Outcome['entries'] {
  if (more === 0n) return []
  const step = FIRST_AMENDMENT_STEP - (order.amendments - 1)
  return [{ journal: more > 0n ? 'J30' : 'J31', cause: { kind: 'order', id: order.id, step }, lines, valueDate: tradeDate }]
}
