import type { Instrument } from '../instruments/instrument.ts'
import { securityAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { transfer } from '../ledger/entry.ts'
import { closingSideOf } from '../margin/position.ts'
import { marginPositionKind } from '../margin/records.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type OrderEvent, orderEvent } from './events.ts'
import { type MarginPurpose, type Order, PLAIN, isWorking } from './order.ts'
import { stopLeg } from './pair.ts'
import { orderKind, orderEventKind } from './records.ts'
import { positionKind } from '../positions/records.ts'

/**
 * The exits that an opening order brings with it: the quantity opened by each of its fills can be closed at once, at a profit, at a loss,
 * or at the first of the two (`docs/rules/orders.md` D.1).
 */

/** Inputs for booking an opening order with exits: the names its exits would get, and the date they last until. */
export type ExitTerms = Readonly<{
  instrument: Instrument
  takeProfit: Readonly<{ id: string; number: string }>
  stopLoss: Readonly<{ id: string; number: string }>
  goodTillCancelledEnds: CalendarDate
}>

type Fill = Readonly<{ quantity: bigint; sequence: number; at: Instant; tradeDate: CalendarDate }>
type Exits = Readonly<{ opening: Order; orders: readonly Order[]; holder: Order; events: readonly OrderEvent[] }>

export const hasExits = ({ takeProfit, stopLoss }: Order): boolean => takeProfit !== null || stopLoss !== null

/**
 * A fill of an opening order with exits: its open exits grow by the filled quantity, and if there are none a new pair is made, unless the
 * customer has cancelled them. Null when there is nothing to do.
 */
export function exitsAfter(state: AccountState, opening: Order, fill: Fill, terms: ExitTerms | undefined, now: Instant): Exits | null {
  if (!hasExits(opening)) return null
  if (terms === undefined) throw new Error(`an order with exits is booked without their terms: ${opening.id}`)
  const known = [opening.takeProfitId, opening.stopLossId].flatMap((id) => (id === null ? [] : (orderKind.of(state).get(id) ?? [])))
  const standing = known.filter(isWorking)
  if (standing.length === 0 && known.some(({ endReason }) => endReason === 'CANCELLED')) return null
  const legs = standing.length > 0 ? standing.map((leg) => increased(leg, fill, now)) : newLegs(opening, fill, terms, now)
  const holder = legs.find(({ heldQuantity }) => heldQuantity > 0n) ?? legs[0]
  if (holder === undefined) return null
  const held = legs.map((leg) => (leg === holder ? { ...leg, heldQuantity: leg.heldQuantity + fill.quantity } : leg))
  const { at, sequence, quantity: growth } = fill
  const increaseEvent = (leg: Order): OrderEvent => orderEvent(leg, 'grown', { at, sequence, quantity: leg.quantity, growth })
  return {
    opening: standing.length > 0 ? opening : { ...opening, ...idsOf(opening, terms) },
    orders: held,
    holder,
    events: standing.length > 0 ? held.map(increaseEvent) : [],
  }
}

/** Puts the shares bought by an order with exits on sale at once. */
export function withExitSales(state: AccountState, bought: Outcome, fill: Fill, terms: ExitTerms | undefined, now: Instant): Outcome {
  const [purchase] = orderKind.in(bought)
  const [position] = positionKind.in(bought)
  const exits = purchase === undefined ? null : exitsAfter(state, purchase, fill, terms, now)
  if (exits === null || position === undefined) return bought
  const { instrumentId } = position
  const lines = transfer({
    from: securityAccount('SEC', instrumentId),
    to: securityAccount('SECHOLD', instrumentId),
    asset: instrumentId,
    amount: fill.quantity,
  })
  const cause = { kind: 'order', id: exits.holder.id, step: fill.sequence } as const
  const onSale = { ...position, free: position.free - fill.quantity, held: position.held + fill.quantity }
  return compose(bought, {
    entries: [{ journal: 'J30', cause, lines, valueDate: fill.tradeDate }],
    records: [...orderKind.changed(exits.opening, ...exits.orders), ...positionKind.changed(onSale)],
    events: orderEventKind.happened(...exits.events),
  })
}

/** Sets the quantity opened on margin aside on its position, for the orders that close it. */
export function withExitCloses(state: AccountState, opened: Outcome, fill: Fill, terms: ExitTerms | undefined, now: Instant): Outcome {
  const [opening] = orderKind.in(opened)
  const [position] = marginPositionKind.in(opened)
  const exits = opening === undefined ? null : exitsAfter(state, opening, fill, terms, now)
  if (exits === null || position === undefined) return opened
  const held = { ...position, held: position.held + fill.quantity }
  return compose(opened, {
    entries: [],
    records: [...orderKind.changed(exits.opening, ...exits.orders), ...marginPositionKind.changed(held)],
    events: orderEventKind.happened(...exits.events),
  })
}

const increased = (leg: Order, { quantity, sequence }: Fill, now: Instant): Order => ({
  ...leg,
  quantity: leg.quantity + quantity,
  holdAtStart: leg.holdAtStart + quantity,
  venueSequence: sequence,
  changedAt: now,
})

const idsOf = ({ takeProfit, stopLoss }: Order, terms: ExitTerms): Pick<Order, 'takeProfitId' | 'stopLossId'> => ({
  takeProfitId: takeProfit === null ? null : terms.takeProfit.id,
  stopLossId: stopLoss === null ? null : terms.stopLoss.id,
})

/** The limit comes first: of two exits, it holds their common quantity. */
function newLegs(opening: Order, { quantity, sequence }: Fill, terms: ExitTerms, now: Instant): readonly Order[] {
  const { takeProfit, stopLoss } = opening
  const { takeProfitId, stopLossId } = idsOf(opening, terms)
  const limitLeg = (limitPrice: bigint): Order => ({
    ...opening,
    ...PLAIN,
    ...terms.takeProfit,
    lots: opening.lots,
    // What closing costs was shown with the opening order.
    feeVersion: opening.feeVersion,
    feeStep: opening.feeStep,
    side: closingSideOf(opening.side),
    margin: closingOf(opening.margin),
    type: 'limit',
    timeInForce: 'GTC',
    limitPrice,
    worstPrice: limitPrice,
    quantity,
    filledQuantity: 0n,
    filledValue: 0n,
    filledNotional: 0n,
    charged: {},
    holdAtStart: quantity,
    heldCash: 0n,
    heldQuantity: 0n,
    status: 'working',
    endReason: null,
    lastTradeDate: terms.goodTillCancelledEnds,
    venueSequence: sequence,
    siblingId: stopLossId,
    parentId: opening.id,
    acceptedAt: now,
    changedAt: now,
  })
  const legs: Order[] = []
  if (takeProfit !== null) legs.push(limitLeg(takeProfit))
  if (stopLoss !== null)
    legs.push(stopLeg({ ...limitLeg(stopLoss), ...terms.stopLoss, siblingId: takeProfitId }, terms.instrument, stopLoss))
  return legs
}

const closingOf = (margin: MarginPurpose | null): MarginPurpose | null =>
  margin === null ? null : { action: 'close', positionId: margin.positionId, leverage: margin.leverage, reason: 'CUSTOMER' }
