import { formatScaled, greatest } from '../decimal.ts'
import { chargesOn, totalOf } from '../fees/schedule.ts'
import { walletAccount } from '../ledger/accounts.ts'
import { type AccountState, walletOf } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { formatMinor } from '../money.ts'
import { type Accepted, type OrderRequest, type OrderTerms, checkOrder, newOrder } from '../orders/accept.ts'
import type { Order } from '../orders/order.ts'
import { withSecondLeg } from '../orders/pair.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { type DollarRate, toCents } from './dollar-rate.ts'
import { type CloseReason, type MarginPosition, availableQuantityOf, closingSideOf } from './position.ts'
import { requirementOf, valueOf } from './requirement.ts'
import { type MarginInstrument, isOnMargin, markOf } from './valuation.ts'
import { marginPositionKind } from './records.ts'
import { orderKind } from '../orders/records.ts'

/** The dollar's rate in the instrument's currency; null while there is no price for it. */
export type MarginTerms = OrderTerms &
  Readonly<{
    rate: DollarRate | null
    /** The exposure still allowed, in cents; left out where nothing is opened, which is never a risk. */
    exposureLeft?: bigint
  }>
export type MarginOrderRequest = OrderRequest & Readonly<{ margin: NonNullable<OrderRequest['margin']> }>

/** Accepts or refuses an order on margin; the checks and their order are those of every order (`docs/rules/orders.md` A.5). */
export function acceptMarginOrder(state: AccountState, request: MarginOrderRequest, terms: MarginTerms, now: Instant): Result<Accepted> {
  const checked = checkMarginOrder(state, request, terms, now)
  if (!checked.ok) return checked
  const { instrument, rate, worstPrice } = checked.value
  const { margin } = request
  const { stopPrice } = checked.value
  const order = { ...newOrder(state, { ...request, stopPrice }, terms, worstPrice, NOTHING, now), ...holdingNothing }
  if (margin.action === 'close') return withSecondLeg(acceptClosing(state, order, margin.positionId, 'CUSTOMER', now), request, instrument)
  const priced = priceOpening({ request, instrument, rate, worstPrice, terms })
  return acceptOpening(state, { ...order, margin: { ...margin, action: 'open', leverage: request.leverage } }, priced, terms)
}

const NOTHING = { notional: 0n, charges: 0n }
const holdingNothing = { holdAtStart: 0n, heldCash: 0n, heldQuantity: 0n } as const

type Checked = Readonly<{ instrument: MarginInstrument; rate: DollarRate; worstPrice: bigint; stopPrice: bigint | null }>

/** Checks everything but money and the quantity to close. */
export function checkMarginOrder(state: AccountState, request: OrderRequest, terms: MarginTerms, now: Instant): Result<Checked> {
  if (terms.instrument?.contract?.kind === 'future' && terms.tradeDate > terms.instrument.contract.lastTradeDate)
    return refuse('market.closed')
  const checked = checkOrder(state, request, terms, now)
  if (!checked.ok) return checked
  const { instrument, worstPrice, stopPrice } = checked.value
  if (!isOnMargin(instrument)) return refuse('instrument.unknown', { field: 'stockCode' })
  if (terms.rate === null) return refuse('quote.stale')
  const tooMuch = checkExposure(terms, toCents(valueOf(instrument.contract, worstPrice, request.quantity), terms.rate, 'HALF_UP'))
  return tooMuch ?? ok({ instrument, rate: terms.rate, worstPrice, stopPrice })
}

/** Refuses an order that adds more exposure, in cents, than is allowed (`docs/rules/orders.md` D.7). */
export function checkExposure({ exposureLeft }: Pick<MarginTerms, 'exposureLeft'>, added: bigint): Refusal | null {
  if (exposureLeft === undefined || added <= exposureLeft) return null
  return refuse('order.risk_limit', { limit: formatMinor(exposureLeft, 'USD'), unit: 'USD' })
}

export type PricedOpening = Readonly<{ margin: bigint; maintenance: bigint; openingFee: bigint; closingFee: bigint }>

type Pricing = Readonly<{
  request: Pick<OrderRequest, 'side' | 'quantity' | 'leverage'>
  instrument: MarginInstrument
  rate: DollarRate
  worstPrice: bigint
  terms: Pick<OrderTerms, 'fees' | 'tradeDate' | 'market'>
}>

/**
 * The most that opening may cost: margin at the dearest likely price, its fee, and the fee of closing again (`docs/rules/holds.md` D.3,
 * O.4).
 */
export function priceOpening({ request: ask, instrument, rate, worstPrice, terms }: Pricing): PricedOpening {
  const { contract, currency } = instrument
  const { quantity, leverage, side } = ask
  // A short needs more margin the higher it is sold, so its hold uses the market price where that is above its limit.
  const price = side === 'buy' || terms.market === null ? worstPrice : greatest(worstPrice, markOf(instrument, terms.market))
  const { initial, maintenance } = requirementOf({ contract, currency, rate, price, quantity, leverage })
  const fee = feeOf(terms, side, quantity, toCents(valueOf(contract, price, quantity), rate, 'HALF_UP'))
  const closingFee = feeOf(terms, closingSideOf(side), quantity, toCents(valueOf(contract, price, quantity), rate, 'HALF_UP'))
  return { margin: initial, maintenance, openingFee: fee, closingFee }
}

/** Everything that has to be in the wallet for it. */
export function openingCost(pricing: Pricing): bigint {
  const { margin, openingFee, closingFee } = priceOpening(pricing)
  return margin + openingFee + closingFee
}

const feeOf = (
  { fees, tradeDate }: Pick<OrderTerms, 'fees' | 'tradeDate'>,
  side: OrderRequest['side'],
  quantity: bigint,
  notional: bigint,
): bigint => totalOf(chargesOn(fees, { side, notional, quantity, tradeDate }))

function acceptOpening(state: AccountState, order: Order, priced: PricedOpening, terms: OrderTerms): Result<Accepted> {
  const hold = priced.margin + priced.openingFee + priced.closingFee
  const available = walletOf(state, order.wallet).cash
  if (available < hold) return insufficient(hold, available)
  const held: Order = { ...order, holdAtStart: hold, heldCash: hold }
  const lines = transfer({ from: walletAccount(order.wallet, 'CASH'), to: walletAccount(order.wallet, 'HOLD'), asset: 'USD', amount: hold })
  const entry = { journal: 'J30', cause: { kind: 'order', id: order.id, step: 0 }, lines, valueDate: terms.tradeDate } as const
  return ok({ order: held, outcome: { entries: [entry], records: orderKind.changed(held) } })
}

export const insufficient = (need: bigint, available: bigint): Refusal =>
  refuse('wallet.insufficient', {
    need: formatMinor(need, 'USD'),
    available: formatMinor(available, 'USD'),
    missing: formatMinor(need - available, 'USD'),
  })

/** A closing order puts its quantity aside on the position, so that no two orders close the same part. */
export function acceptClosing(
  state: AccountState,
  order: Omit<Order, 'margin'>,
  positionId: string,
  reason: CloseReason,
  now: Instant,
): Result<Accepted> {
  const position = marginPositionKind.of(state).get(positionId)
  const wrong = checkClosing(position, order)
  if (wrong !== null || position === undefined) return wrong ?? refuse('position.not_open', { field: 'positionId' })
  const closing: Order = {
    ...order,
    margin: { action: 'close', positionId, leverage: position.leverage, reason },
    holdAtStart: order.quantity,
    heldQuantity: order.quantity,
  }
  const held: MarginPosition = { ...position, held: position.held + order.quantity, changedAt: now }
  return ok({ order: closing, outcome: { entries: [], records: [...orderKind.changed(closing), ...marginPositionKind.changed(held)] } })
}

/** The position is open, the order goes the other way, and enough of it is not on another closing order. */
export function checkClosing(
  position: MarginPosition | undefined,
  order: Pick<Order, 'instrumentId' | 'side' | 'quantity'>,
): Refusal | null {
  if (position === undefined || position.quantity === 0n || position.instrumentId !== order.instrumentId)
    return refuse('position.not_open', { field: 'positionId' })
  if (order.side !== closingSideOf(position.side)) return refuse('parameter.invalid', { field: 'direction' })
  const available = availableQuantityOf(position)
  return order.quantity > available ? refuse('position.insufficient', { available: formatScaled(available), field: 'quantity' }) : null
}
