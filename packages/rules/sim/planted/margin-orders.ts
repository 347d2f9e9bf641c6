import type { Order } from '../../src/orders/order.ts'
import { ok } from '../../src/result.ts'
import { type BrokerageRules, realRules } from '../brokerage/rules.ts'
import { type Planted, outcomeWith } from './changes.ts'
import { orderKind } from '../../src/orders/records.ts'
import { marginPositionKind } from '../../src/margin/records.ts'
import { changing, holding } from './replaced.ts'

/** Bugs of stops, exits, pairs and amendments on margin. */
export const plantedInMarginOrders: Planted = {
  'exits stay when their position is closed by hand': {
    ...realRules,
    endExits: (...given) => ({ state: realRules.endExits(...given).state, outcome: { entries: [] } }),
  },
  'two orders that close the same hold it twice': {
    ...realRules,
    acceptMarginOrder: (...given) => {
      const accepted = realRules.acceptMarginOrder(...given)
      const [order, second] = accepted.ok ? orderKind.in(accepted.value.outcome) : []
      if (!accepted.ok || order === undefined || second === undefined) return accepted
      const positions = marginPositionKind.in(accepted.value.outcome).map((each) => ({ ...each, held: each.held + order.quantity }))
      return ok({ ...accepted.value, outcome: changing(accepted.value.outcome, marginPositionKind, positions) })
    },
  },
  'the other order that closes the same is not made smaller': bookingOnMargin((orders, before) =>
    orders.map((order) => (before.get(order.id)?.filledQuantity === order.filledQuantity ? (before.get(order.id) ?? order) : order)),
  ),
  'exits of a short stand the wrong way round': bookingOnMargin((orders, before) =>
    orders.map((order) => (before.has(order.id) || order.parentId === null ? order : { ...order, side: 'sell' as const })),
  ),
  'ending one of two that close the same lets the position go': {
    ...realRules,
    endOrder: (state, ending, now) => {
      const order = orderKind.of(state).get(ending.orderId)
      if (order?.margin?.action !== 'close') return realRules.endOrder(state, ending, now)
      return realRules.endOrder(
        holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, { ...order, siblingId: null })),
        ending,
        now,
      )
    },
  },
  'a stop on margin is held for at its stop and no further': {
    ...realRules,
    acceptMarginOrder: (state, request, terms, now) =>
      realRules.acceptMarginOrder(
        state,
        request.type === 'stop' ? { ...request, limitPrice: request.stopPrice ?? null } : request,
        terms,
        now,
      ),
  },
  'an amendment on margin keeps the old hold': {
    ...realRules,
    amendOrder: (state, amendment, terms, now) => {
      const amended = realRules.amendOrder(state, amendment, terms, now)
      const before = orderKind.of(state).get(amendment.orderId)
      if (!amended.ok || before?.margin?.action !== 'open') return amended
      const order = { ...amended.value.order, heldCash: before.heldCash }
      return ok({ order, outcome: { ...amended.value.outcome, entries: [], records: orderKind.changed(order) } })
    },
  },
  'a closing order that becomes larger takes nothing more of its position': {
    ...realRules,
    amendOrder: (...given) => outcomeWithOrder(realRules.amendOrder(...given), (outcome) => changing(outcome, marginPositionKind, [])),
  },
}

type Booked = ReturnType<BrokerageRules['amendOrder']>
type Outcome = Extract<Booked, { ok: true }>['value']['outcome']

const outcomeWithOrder = (amended: Booked, change: (outcome: Outcome) => Outcome): Booked =>
  amended.ok ? ok({ ...amended.value, outcome: change(amended.value.outcome) }) : amended

function bookingOnMargin(change: (orders: readonly Order[], before: ReadonlyMap<string, Order>) => readonly Order[]): BrokerageRules {
  return {
    ...realRules,
    bookMarginExecution: (state, execution, terms, now) =>
      outcomeWith(realRules.bookMarginExecution(state, execution, terms, now), (outcome) =>
        changing(outcome, orderKind, change(orderKind.in(outcome), orderKind.of(state))),
      ),
  }
}
