import { SCALE, divide, formatScaled, least } from '../decimal.ts'
import { type FeeSchedule, addCharges, additionalCharges, chargesOn, totalOf } from '../fees/schedule.ts'
import { tradedTermsOf } from '../instruments/terms.ts'
import { house, marginAccount, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { type EntryDraft, type ExecutionTerms, mergeLines, transfer } from '../ledger/entry.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { type Execution, statusAfter, termsOf } from '../orders/book-execution.ts'
import { releaseEntry } from '../orders/end.ts'
import { type ExitTerms, withExitCloses } from '../orders/exits.ts'
import type { Fill } from '../orders/fill.ts'
import { type MarginPurpose, type Order, remainingOf } from '../orders/order.ts'
import { siblingOf, takeHold, withReduced } from '../orders/pair.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { type ClosedPart, closePart } from './close-part.ts'
import { type DollarRate, toCents } from './dollar-rate.ts'
import { type MarginPosition, emptyMarginPosition } from './position.ts'
import { requirementOf, valueOf } from './requirement.ts'
import type { MarginInstrument } from './valuation.ts'
import { orderKind, fillKind } from '../orders/records.ts'
import { marginPositionKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

export type MarginBooking = Readonly<{
  fees: FeeSchedule
  instrument: MarginInstrument
  rate: DollarRate
  venue: string
  /** The market's mark, for the message of a liquidation. */
  mark: bigint
  /** The reference of the position an opening order makes. */
  positionNumber: string
  /** Needed where an opening order has exits. */
  exits?: ExitTerms
}>

type OrderOf<Action> = Order & Readonly<{ margin: Extract<MarginPurpose, { action: Action }> }>

/**
 * Books an execution of an order on margin: J40 where it opens, J42 where it closes, and with the last one of an opening order J31 for the
 * rest of the hold. Repeated or wrong executions are treated as those of every order.
 */
export function bookMarginExecution(state: AccountState, execution: Execution, booking: MarginBooking, now: Instant): Result<Outcome> {
  const order = orderKind.of(state).get(execution.orderId)
  if (order === undefined || order.margin === null) return refuse('object.not_found')
  if (execution.sequence <= order.venueSequence) return ok({ entries: [] })
  const status = statusAfter(order, execution)
  if (!status.ok) return status
  const filled: Order = {
    ...order,
    status: status.value,
    filledQuantity: order.filledQuantity + execution.quantity,
    filledValue: order.filledValue + valueOfFill(execution),
    filledNotional: order.filledNotional + notionalOf(execution, booking),
    venueSequence: execution.sequence,
    changedAt: now,
  }
  if (isOpening(filled)) {
    const opened = bookOpening(state, filled, execution, booking, now)
    return ok(withExitCloses(state, opened, execution, booking.exits, now))
  }
  const [holder, sibling] = takeHold(filled, siblingOf(state, order))
  return ok(withReduced(bookClosing(state, holder as OrderOf<'close'>, execution, booking, now), sibling, execution, now))
}

const isOpening = (order: Order): order is OrderOf<'open'> => order.margin?.action === 'open'
const valueOfFill = ({ price, quantity }: Execution): bigint => (price * quantity) / 100_000_000n
const notionalOf = ({ price, quantity }: Execution, { instrument, rate }: MarginBooking): bigint =>
  toCents(valueOf(instrument.contract, price, quantity), rate, 'HALF_UP')

function bookOpening(state: AccountState, order: OrderOf<'open'>, execution: Execution, booking: MarginBooking, now: Instant): Outcome {
  const { instrument, rate, fees } = booking
  const { positionId, leverage } = order.margin
  const { price, quantity, tradeDate } = execution
  // The fill's share of the hold: never more leaves the hold, whatever the price has become.
  const share = divide(order.heldCash * quantity, remainingOf(order) + quantity, 'DOWN')
  const additions = additionalCharges(fees, tradedOf(order, tradeDate), order.charged, share)
  const fee = totalOf(additions)
  const required = requirementOf({ contract: instrument.contract, currency: instrument.currency, rate, price, quantity, leverage })
  const margin = least(required.initial, share - fee)
  const paid: Order = { ...order, charged: addCharges(order.charged, additions), heldCash: order.heldCash - margin - fee }
  const before = marginPositionKind.of(state).get(positionId) ?? newPosition(state, order, booking, now)
  const position: MarginPosition = {
    ...before,
    quantity: before.quantity + quantity,
    margin: before.margin + margin,
    requirement: {
      initial: before.requirement.initial + required.initial,
      maintenance: before.requirement.maintenance + required.maintenance,
    },
    basis: before.basis + valueOfFill(execution),
    openedQuantity: before.openedQuantity + quantity,
    openedValue: before.openedValue + valueOfFill(execution),
    charges: before.charges + fee,
    closeReason: null,
    changedAt: now,
    closedAt: null,
  }
  const hold = walletAccount(order.wallet, 'HOLD')
  const lines = mergeLines([
    ...transfer({ from: hold, to: marginAccount(position), asset: 'USD', amount: margin }),
    ...transfer({ from: hold, to: house.fee('COMMISSION', 'USD'), asset: 'USD', amount: fee }),
  ])
  const opened: EntryDraft = {
    journal: 'J40',
    cause: { kind: 'order', id: order.id, step: execution.sequence },
    lines,
    valueDate: tradeDate,
    execution: marginTermsOf(execution),
  }
  const over = paid.status === 'filled' && paid.heldCash > 0n
  return {
    entries: over ? [opened, releaseEntry(paid, tradeDate)] : [opened],
    records: [...orderKind.changed(over ? { ...paid, heldCash: 0n } : paid), ...marginPositionKind.changed(position)],
    events: fillKind.happened(fillOf(order, execution, booking, { charges: addCharges({}, additions), realised: null })),
  }
}

const newPosition = (state: AccountState, order: OrderOf<'open'>, { positionNumber }: MarginBooking, now: Instant): MarginPosition =>
  emptyMarginPosition(
    {
      id: order.margin.positionId,
      number: positionNumber,
      accountId: state.accountId,
      instrumentId: order.instrumentId,
      wallet: order.wallet,
      side: order.side,
      leverage: order.margin.leverage,
      orderId: order.id,
    },
    now,
  )

function bookClosing(state: AccountState, order: OrderOf<'close'>, execution: Execution, booking: MarginBooking, now: Instant): Outcome {
  const position = marginPositionKind.of(state).get(order.margin.positionId)
  if (position === undefined) throw new Error(`order ${order.id} closes a position that was not read`)
  const { tradeDate, quantity, price } = execution
  const additions = additionalCharges(booking.fees, tradedOf(order, tradeDate), order.charged, null)
  const { reason } = order.margin
  const closed = closePart(
    { ...position, held: position.held - quantity },
    {
      quantity,
      price,
      instrument: booking.instrument,
      rate: booking.rate,
      venue: booking.venue,
      commission: totalOf(additions),
      liquidationFee: reason === 'LIQUIDATION' ? liquidationFeeOf(order, execution, booking) : 0n,
      reason,
      cause: { kind: 'order', id: order.id, step: execution.sequence },
      execution: marginTermsOf(execution),
      tradeDate,
    },
    now,
  )
  const charges = cutTo(additions, closed)
  return {
    entries: closed.entries,
    records: [
      ...orderKind.changed({ ...order, charged: addCharges(order.charged, charges), heldQuantity: order.heldQuantity - quantity }),
      ...marginPositionKind.changed(closed.position),
    ],
    events: [
      ...fillKind.happened(fillOf(order, execution, booking, { charges: addCharges({}, charges), realised: closed.realised })),
      ...messageKind.happened(...(reason === 'LIQUIDATION' ? [liquidationMessage(closed, execution, booking.mark)] : [])),
    ],
  }
}

function liquidationMessage(
  { position, released, liquidationFee }: ClosedPart,
  { price, quantity, at }: Execution,
  mark: bigint,
): MessageDraft {
  const facts = {
    instrument: position.instrumentId,
    quantity: formatScaled(quantity),
    mark: formatScaled(mark),
    price: formatScaled(price),
    at,
    fee: moneyFact(liquidationFee, 'USD'),
  }
  const link = `position:${position.id}` as const
  return position.quantity === 0n
    ? { template: 'liquidation.whole', facts: { ...facts, returned: moneyFact(released, 'USD') }, link }
    : { template: 'liquidation.part', facts: { ...facts, rest: formatScaled(position.quantity) }, link }
}

const cutTo = (additions: ReturnType<typeof additionalCharges>, { commission }: ClosedPart): typeof additions => {
  let left = commission
  return additions.flatMap((charge) => {
    const amount = least(charge.amount, left)
    left -= amount
    return amount === 0n ? [] : [{ ...charge, amount }]
  })
}

function liquidationFeeOf(order: Order, execution: Execution, booking: MarginBooking): bigint {
  const notional = notionalOf(execution, booking)
  const fee = tradedTermsOf(booking.instrument.market).liquidationFee
  if (fee === null) return 0n
  if (fee.kind === 'share') return divide(notional * fee.share, SCALE, 'HALF_UP')
  const { quantity, tradeDate } = execution
  return fee.times * totalOf(chargesOn(booking.fees, { side: order.side, notional, quantity, tradeDate }))
}

const tradedOf = (order: Order, tradeDate: string) => ({
  side: order.side,
  notional: order.filledNotional,
  quantity: order.filledQuantity,
  tradeDate,
})

/** What is booked on margin has settled at once. */
const marginTermsOf = (execution: Execution): ExecutionTerms => ({ ...termsOf(execution), settlementDate: execution.tradeDate })

const fillOf = (order: Order, execution: Execution, booking: MarginBooking, result: Pick<Fill, 'charges' | 'realised'>): Fill => ({
  accountId: order.accountId,
  orderId: order.id,
  instrumentId: order.instrumentId,
  positionId: order.margin?.positionId ?? null,
  sequence: execution.sequence,
  side: order.side,
  price: execution.price,
  quantity: execution.quantity,
  notional: notionalOf(execution, booking),
  resting: execution.resting,
  tradeDate: execution.tradeDate,
  settlementDate: marginTermsOf(execution).settlementDate,
  match: execution.match,
  market: execution.market,
  lots: null,
  isReinvested: false,
  dollarRate: null,
  at: execution.at,
  ...result,
})
