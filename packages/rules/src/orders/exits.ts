import type { Instrument } from '../instruments/instrument.ts'
import { securityAccount } from '../ledger/accounts.ts'
import type { Books } from '../ledger/books.ts'
import { type EntryDraft, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import type { Position } from '../positions/position.ts'
import { type Result, ok } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { Accepted, OrderAsk } from './accept.ts'
import { type OrderEvent, orderEvent } from './events.ts'
import { type Order, PLAIN, isWorking, orderMachine, remainingOf } from './order.ts'
import { worstBeforeTrigger } from './stops.ts'

/**
 * Two sales of the same shares, of which one makes the other smaller, and the exits that a purchase brings with it
 * (`domain.md` D.1). The shares are held once for both: the hold stands on one of the two and goes over to the other
 * when that one needs it.
 */

/** A limit sale with a stop: the second order stands for the same shares and holds nothing of its own. */
export function withSecondLeg(accepted: Result<Accepted>, { second, stopLoss }: OrderAsk, instrument: Instrument): Result<Accepted> {
  if (!accepted.ok || second === undefined || stopLoss === undefined || stopLoss === null) return accepted
  const { outcome } = accepted.value
  const order: Order = { ...accepted.value.order, siblingId: second.id }
  const stop = stopLeg({ ...order, ...second, siblingId: order.id }, instrument, stopLoss)
  return ok({ order, outcome: { ...outcome, orders: [order, stop] } })
}

const stopLeg = (order: Order, instrument: Instrument, stopPrice: bigint): Order => ({
  ...order,
  type: 'stop',
  limitPrice: null,
  stopPrice,
  worstPrice: worstBeforeTrigger(instrument, 'sell', stopPrice),
  heldQuantity: 0n,
  status: 'held',
})

/** The other order for the same shares, while it is open. */
export function siblingOf(books: Books, { siblingId }: Order): Order | null {
  const sibling = siblingId === null ? undefined : books.orders.get(siblingId)
  return sibling !== undefined && isWorking(sibling) ? sibling : null
}

/** Whatever of the two fills does so out of the shares that are held for both. */
export function takeHold(order: Order, sibling: Order | null): readonly [Order, Order | null] {
  if (sibling === null || sibling.heldQuantity === 0n) return [order, sibling]
  return [
    { ...order, heldQuantity: order.heldQuantity + sibling.heldQuantity },
    { ...sibling, heldQuantity: 0n },
  ]
}

type Changed = Readonly<{ order: Order; event: OrderEvent }>
type Cause = Readonly<{ quantity: bigint; sequence: number; at: Instant }>

/** What one of the two has filled is taken off the other; with nothing left of it, it ends. */
export function reduceSibling(sibling: Order, { quantity, sequence, at }: Cause, now: Instant): Changed {
  const known = { ...sibling, venueSequence: sequence, changedAt: now }
  if (remainingOf(sibling) > quantity) {
    const order = { ...known, quantity: sibling.quantity - quantity }
    return { order, event: orderEvent(sibling, 'reduced', { at, sequence, quantity: order.quantity }) }
  }
  const status = next(orderMachine, sibling.status, 'exhaust')
  if (status === null) throw new Error(`an open order could not be ended: ${sibling.id}`)
  const order: Order = { ...known, status, endReason: 'SIBLING_FILLED', heldQuantity: 0n }
  return { order, event: orderEvent(sibling, 'ended', { at, sequence, reason: 'SIBLING_FILLED' }) }
}

/** What booking a purchase with exits needs: the names its exits would get, and how long they stand. */
export type ExitTerms = Readonly<{
  instrument: Instrument
  takeProfit: Readonly<{ id: string; number: string }>
  stopLoss: Readonly<{ id: string; number: string }>
  goodTillCancelledEnds: CalendarDate
}>

type Filled = Readonly<{ purchase: Order; position: Position; fill: Cause & Readonly<{ tradeDate: CalendarDate }> }>
type Exits = Readonly<{ purchase: Order; position: Position; orders: readonly Order[]; entry: EntryDraft; events: readonly OrderEvent[] }>

/**
 * A fill of a purchase with exits: the exits that stand grow by the filled quantity, and where none stands a new pair is
 * made, unless the customer has cancelled them. Null where there is nothing to do.
 */
export function exitsAfter(books: Books, { purchase, position, fill }: Filled, terms: ExitTerms, now: Instant): Exits | null {
  const known = [purchase.takeProfitId, purchase.stopLossId].flatMap((id) => (id === null ? [] : (books.orders.get(id) ?? [])))
  const standing = known.filter(isWorking)
  if (standing.length === 0 && known.some(({ endReason }) => endReason === 'CANCELLED')) return null
  const legs = standing.length > 0 ? standing.map((leg) => grown(leg, fill, now)) : newLegs(purchase, fill, terms, now)
  const holder = legs.find(({ heldQuantity }) => heldQuantity > 0n) ?? legs[0]
  if (holder === undefined) return null
  const held = legs.map((leg) => (leg === holder ? { ...leg, heldQuantity: leg.heldQuantity + fill.quantity } : leg))
  const ids = standing.length > 0 ? {} : idsOf(purchase, terms)
  return {
    purchase: { ...purchase, ...ids },
    position: { ...position, free: position.free - fill.quantity, held: position.held + fill.quantity },
    orders: held,
    entry: {
      journal: 'J30',
      cause: { kind: 'order', id: holder.id, step: fill.sequence },
      lines: transfer({
        from: securityAccount('SEC', purchase.instrumentId),
        to: securityAccount('SECHOLD', purchase.instrumentId),
        asset: purchase.instrumentId,
        amount: fill.quantity,
      }),
      valueDate: fill.tradeDate,
    },
    events:
      standing.length > 0
        ? held.map((leg) =>
            orderEvent(leg, 'grown', { at: fill.at, sequence: fill.sequence, quantity: leg.quantity, growth: fill.quantity }),
          )
        : [],
  }
}

const grown = (leg: Order, { quantity, sequence }: Cause, now: Instant): Order => ({
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

/** The limit sale first: where both stand, it holds the shares. */
function newLegs(purchase: Order, { quantity, sequence }: Cause, terms: ExitTerms, now: Instant): readonly Order[] {
  const { takeProfit, stopLoss } = purchase
  const { takeProfitId, stopLossId } = idsOf(purchase, terms)
  const limitLeg = (limitPrice: bigint): Order => ({
    ...purchase,
    ...PLAIN,
    ...terms.takeProfit,
    side: 'sell',
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
    parentId: purchase.id,
    acceptedAt: now,
    changedAt: now,
  })
  const legs: Order[] = []
  if (takeProfit !== null) legs.push(limitLeg(takeProfit))
  if (stopLoss !== null)
    legs.push(stopLeg({ ...limitLeg(stopLoss), ...terms.stopLoss, siblingId: takeProfitId }, terms.instrument, stopLoss))
  return legs
}
