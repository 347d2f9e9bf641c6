import { SCALE, least } from '../decimal.ts'
import { type Charge, type FeeSchedule, addCharges, additionalCharges, totalOf } from '../fees/schedule.ts'
import { house, securityAccount, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type EntryDraft, type ExecutionTerms, type Line, mergeLines, transfer } from '../ledger/entry.ts'
import { settleAtOnce } from './settle.ts'
import { next } from '../machine.ts'
import type { DollarRate } from '../margin/dollar-rate.ts'
import { notional } from '../money.ts'
import { boughtOn, buyInto, openPosition, sellFrom } from '../positions/position.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { CustomerMatch, MarketState } from './circumstances.ts'
import { releaseEntry } from './end.ts'
import { type ExitTerms, withExitSales } from './exits.ts'
import type { Fill } from './fill.ts'
import { type Order, orderMachine, remainingOf } from './order.ts'
import { collectedSale } from '../loans/collect-sale.ts'
import { takenBack } from '../robots/sub-wallet.ts'
import { siblingOf, takeHold, withReduced } from './pair.ts'
import { orderKind, fillKind } from './records.ts'
import { positionKind } from '../positions/records.ts'
import { shareLockKind } from '../positions/share-lock.ts'

/** The venue's proposal: a quantity at a price. It becomes final by being booked here. */
export type Execution = Readonly<{
  orderId: string
  sequence: number
  price: bigint
  quantity: bigint
  resting: boolean
  tradeDate: CalendarDate
  settlementDate: CalendarDate
  match: CustomerMatch | null
  market: MarketState
  at: Instant
}>

type Terms = Readonly<{
  fees: FeeSchedule
  market: string
  /** Needed where a trade has settled when it is booked. */
  venue?: string
  newPosition: Readonly<{ id: string; number: string }>
  /** Needed where the order is a purchase with exits. */
  exits?: ExitTerms
  /** The trading day on which what a block buys is free; null for shares that are free at once. */
  unlocksOn?: CalendarDate | null
  /** Dollars for one unit of its currency; null for dollars. */
  dollarRate?: DollarRate | null
}>

/**
 * Books an execution: J32 for a purchase, J33 for a sale, and with the last one J31 for the rest of the hold. An execution that was booked
 * already changes nothing; one that breaks the order's own terms is refused, and the venue is then wrong, not the customer.
 */
export function bookExecution(state: AccountState, execution: Execution, terms: Terms, now: Instant): Result<Outcome> {
  const booked = bookOwnExecution(state, execution, terms, now)
  const { orderId, sequence, tradeDate } = execution
  const booking = { orderId, step: sequence, valueDate: tradeDate, now }
  return booked.ok ? ok(collectedSale(state, takenBack(state, booked.value, booking), booking)) : booked
}

function bookOwnExecution(state: AccountState, execution: Execution, terms: Terms, now: Instant): Result<Outcome> {
  const order = orderKind.of(state).get(execution.orderId)
  if (order === undefined) return refuse('object.not_found')
  if (execution.sequence <= order.venueSequence) return ok({ entries: [] })
  const status = statusAfter(order, execution)
  if (!status.ok) return status
  if (order.side === 'buy') {
    const filled = fillOrder(order, execution, terms.fees, status.value, now)
    const bought = withExitSales(state, bookPurchase(state, filled, execution, terms, now), execution, terms.exits, now)
    return ok(settledAlready(state, order, execution) ? settledAtOnce(bought, terms) : bought)
  }
  const [holder, sibling] = takeHold(order, siblingOf(state, order))
  const filled = fillOrder(withSameDay(state, holder, execution, terms.fees), execution, terms.fees, status.value, now)
  const proceeds = bookSale(state, filled, execution, terms, now)
  const sold = settledAlready(state, order, execution) ? settledAtOnce(proceeds, terms) : proceeds
  return ok(withReduced(sold, sibling, execution, now))
}

/** Adds to the order the part of its sales that was bought on the same trade date, this execution included. */
function withSameDay(state: AccountState, order: Order, { price, quantity, tradeDate }: Execution, { currency }: FeeSchedule): Order {
  const position = positionKind.of(state).get(order.instrumentId)
  const sameDay = position === undefined ? 0n : least(quantity, boughtOn(position, tradeDate))
  return { ...order, sameDayNotional: order.sameDayNotional + notional(price, sameDay, currency, 'HALF_UP') }
}

/**
 * True for a trade that settles on its own day, or on one its wallet has passed: reported so late, it would wait for a settlement that is
 * over.
 */
function settledAlready(state: AccountState, { wallet }: Order, { tradeDate, settlementDate }: Execution): boolean {
  const { settledThrough } = walletOf(state, wallet)
  return settlementDate <= tradeDate || (settledThrough !== null && settlementDate <= settledThrough)
}

function settledAtOnce(booked: Outcome, { market, venue, fees }: Terms): Outcome {
  const [fill] = fillKind.in(booked)
  if (fill === undefined) return booked
  if (venue === undefined) throw new Error(`a trade that has settled is booked without its venue: ${fill.orderId}`)
  const { unsettled: _settledAlready, ...settled } = booked
  return { ...settled, entries: [...booked.entries, settleAtOnce(fill, market, venue, fees.currency)] }
}

/** The order's status once the execution is booked, or why it breaks the order's terms. */
export function statusAfter(order: Order, { price, quantity }: Pick<Execution, 'price' | 'quantity'>): Result<Order['status']> {
  const working = order.status === 'queued' ? 'working' : order.status
  const status = next(orderMachine, working, quantity === remainingOf(order) ? 'fillRest' : 'fillPart')
  if (status === null || quantity > remainingOf(order)) return refuse('order.not_cancellable', { status: order.status })
  if (order.side === 'buy' ? price > order.worstPrice : price < order.worstPrice) return refuse('price.outside_band')
  return ok(status)
}

type Filled = Readonly<{ order: Order; notional: bigint; value: bigint; additions: readonly Charge[]; charges: bigint }>

/** The order after the execution, with the fill added to its notional and charges: rounded once over the whole order. */
function fillOrder(order: Order, execution: Execution, fees: FeeSchedule, status: Order['status'], now: Instant): Filled {
  const value = (execution.price * execution.quantity) / SCALE
  const filledValue = order.filledValue + value
  const filledQuantity = order.filledQuantity + execution.quantity
  const filledNotional = notional(filledValue, SCALE, fees.currency, 'HALF_UP')
  const gained = filledNotional - order.filledNotional
  const { tradeDate } = execution
  const sameDayNotional = least(order.sameDayNotional, filledNotional)
  const traded = { side: order.side, notional: filledNotional, quantity: filledQuantity, tradeDate, sameDayNotional }
  const additions = additionalCharges(fees, traded, order.charged, order.side === 'sell' ? gained : null)
  const charges = totalOf(additions)
  return {
    notional: gained,
    value,
    additions,
    charges,
    order: {
      ...order,
      status,
      filledQuantity,
      filledValue,
      filledNotional,
      charged: addCharges(order.charged, additions),
      heldCash: order.side === 'buy' ? order.heldCash - gained - charges : 0n,
      heldQuantity: order.side === 'sell' ? order.heldQuantity - execution.quantity : 0n,
      venueSequence: execution.sequence,
      changedAt: now,
    },
  }
}

function bookPurchase(state: AccountState, filled: Filled, execution: Execution, terms: Terms, now: Instant): Outcome {
  const { order } = filled
  const asset = terms.fees.currency
  const hold = walletAccount(order.wallet, 'HOLD')
  const known = positionKind.of(state).get(order.instrumentId)
  const before = known ?? openPosition({ ...terms.newPosition, accountId: state.accountId, instrumentId: order.instrumentId }, now)
  const { unlocksOn = null } = terms
  const bought = buyInto(
    before,
    {
      quantity: execution.quantity,
      value: filled.value,
      notional: filled.notional,
      charges: filled.charges,
      tradeDate: execution.tradeDate,
    },
    now,
  )
  const position = unlocksOn === null ? bought : { ...bought, free: before.free, locked: before.locked + execution.quantity }
  const lines = [
    ...transfer({ from: hold, to: house.settle(terms.market, asset), asset, amount: filled.notional }),
    ...chargeLines(filled.additions, hold, asset),
    ...transfer({
      from: house.settleSecurities(order.instrumentId),
      to: securityAccount(unlocksOn === null ? 'SEC' : 'SECLOCK', order.instrumentId),
      asset: order.instrumentId,
      amount: execution.quantity,
    }),
  ]
  const fill = fillOf(filled, execution, null, terms)
  const entries = [fillEntry('J32', order, execution, lines)]
  const held = [...positionKind.changed(position), ...lockOf(order, execution, unlocksOn, now)]
  if (order.status !== 'filled' || order.heldCash === 0n)
    return { entries, records: [...orderKind.changed(order), ...held], events: fillKind.happened(fill) }
  return {
    entries: [...entries, releaseEntry(order, execution.tradeDate)],
    records: [...orderKind.changed({ ...order, heldCash: 0n }), ...held],
    events: fillKind.happened(fill),
  }
}

function lockOf({ id, accountId, instrumentId }: Order, { quantity }: Execution, unlocksOn: CalendarDate | null, now: Instant) {
  if (unlocksOn === null) return []
  return shareLockKind.changed({ id, accountId, instrumentId, quantity, unlocksOn, lockedAt: now, changedAt: now, unlockedAt: null })
}

function bookSale(state: AccountState, filled: Filled, execution: Execution, terms: Terms, now: Instant): Outcome {
  const { order } = filled
  const asset = terms.fees.currency
  const before = positionKind.of(state).get(order.instrumentId)
  if (before === undefined) throw new Error(`sale without a position in ${order.instrumentId}`)
  const sale = sellFrom(
    before,
    {
      quantity: execution.quantity,
      value: filled.value,
      notional: filled.notional,
      charges: filled.charges,
      tradeDate: execution.tradeDate,
    },
    now,
  )
  const cash = walletAccount(order.wallet, 'CASH')
  const lines = [
    ...transfer({
      from: securityAccount('SECHOLD', order.instrumentId),
      to: house.settleSecurities(order.instrumentId),
      asset: order.instrumentId,
      amount: execution.quantity,
    }),
    ...transfer({ from: house.settle(terms.market, asset), to: cash, asset, amount: filled.notional }),
    ...chargeLines(filled.additions, cash, asset),
  ]
  return {
    entries: [fillEntry('J33', order, execution, lines)],
    records: [...orderKind.changed(order), ...positionKind.changed(sale.position)],
    events: fillKind.happened(fillOf(filled, execution, sale.realised, terms)),
    unsettled: [{ wallet: order.wallet, change: filled.notional - filled.charges }],
  }
}

function chargeLines(charges: readonly Charge[], from: string, asset: FeeSchedule['currency']): readonly Line[] {
  return charges.flatMap(({ kind, goesTo, amount }) =>
    transfer({ from, to: goesTo === 'fee' ? house.fee(kind, asset) : house.tax(kind, asset), asset, amount }),
  )
}

const fillEntry = (journal: 'J32' | 'J33', order: Order, execution: Execution, lines: readonly Line[]): EntryDraft => ({
  journal,
  cause: { kind: 'order', id: order.id, step: execution.sequence },
  lines: mergeLines(lines),
  valueDate: execution.settlementDate,
  execution: termsOf(execution),
})

/** What the hash of its entry covers of an execution, and the row of its fill has. */
export const termsOf = ({ price, quantity, at, tradeDate, settlementDate, resting, match }: Execution): ExecutionTerms => ({
  ...{ price, quantity, at, tradeDate, settlementDate, resting, match: match?.number ?? null },
})

const fillOf = (filled: Filled, execution: Execution, realised: bigint | null, { dollarRate = null }: Terms): Fill => ({
  accountId: filled.order.accountId,
  orderId: filled.order.id,
  instrumentId: filled.order.instrumentId,
  positionId: null,
  sequence: execution.sequence,
  side: filled.order.side,
  price: execution.price,
  quantity: execution.quantity,
  notional: filled.notional,
  charges: addCharges({}, filled.additions),
  resting: execution.resting,
  tradeDate: execution.tradeDate,
  settlementDate: execution.settlementDate,
  realised,
  match: execution.match,
  market: execution.market,
  lots: filled.order.side === 'sell' ? filled.order.lots : null,
  isReinvested: filled.order.origin === 'reinvestment',
  dollarRate,
  at: execution.at,
})
