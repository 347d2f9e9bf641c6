import type { Outcome } from '../../src/ledger/account-state.ts'
import type { Order } from '../../src/orders/order.ts'
import { type Result, ok } from '../../src/result.ts'
import { realRules } from '../brokerage/rules.ts'
import { type Planted, accepting } from './changes.ts'
import { orderKind } from '../../src/orders/records.ts'
import { changing, holding } from './replaced.ts'

/** Bugs of orders that wait, trail, share a quantity and are amended. */
export const plantedInOrders: Planted = {
  'what may only be closed can be bought': accepting((request, terms) => ({ request, terms: { ...terms, closeOnly: null } })),
  'what may only be closed cannot be sold': accepting((request, terms) => ({
    request,
    terms: { ...terms, halted: terms.halted || ((terms.closeOnly ?? null) !== null && request.side === 'sell') },
  })),
  'what is halted is traded': accepting((request, terms) => ({ request, terms: { ...terms, halted: false } })),
  'a market order trusts a price that nobody has heard of for long': accepting((request, terms, now) => ({
    request,
    terms: { ...terms, marketAt: now },
  })),
  'the other order for the same shares is not made smaller': {
    ...realRules,
    bookExecution: (state, execution, terms, now) =>
      withOrders(realRules.bookExecution(state, execution, terms, now), ([filled, other]) =>
        filled?.side === 'sell' ? [filled, ...(other === undefined ? [] : [orderKind.of(state).get(other.id) ?? other])] : null,
      ),
  },
  'two orders for the same shares hold them twice': {
    ...realRules,
    acceptInLots: (...given) =>
      changedOutcome(realRules.acceptInLots(...given), (orders) =>
        orders.map((order) => (order.side === 'sell' ? { ...order, heldQuantity: order.quantity } : order)),
      ),
  },
  'ending one of two for the same shares frees the shares': {
    ...realRules,
    endOrder: (state, ending, now) => {
      const order = orderKind.of(state).get(ending.orderId)
      const seen =
        order === undefined ? state : holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, { ...order, siblingId: null }))
      return realRules.endOrder(seen, ending, now)
    },
  },
  'later shares of a purchase are not protected by its exits': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const order = orderKind.of(state).get(execution.orderId)
      const isLater = order !== undefined && order.filledQuantity > 0n
      const seen = isLater
        ? holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, { ...order, takeProfit: null, stopLoss: null }))
        : state
      return realRules.bookExecution(seen, execution, terms, now)
    },
  },
  'a trailing stop loosens': {
    ...realRules,
    trailOrder: (state, trade, instrument, now) => {
      const order = orderKind.of(state).get(trade.orderId)
      if (order?.trailBest === undefined || order.trailBest === null) return realRules.trailOrder(state, trade, instrument, now)
      const forgotten = { ...order, trailBest: order.side === 'buy' ? trade.price + 1n : trade.price - 1n }
      return realRules.trailOrder(holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, forgotten)), trade, instrument, now)
    },
  },
  'an order is filled before a trade has reached its stop': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const order = orderKind.of(state).get(execution.orderId)
      const seen =
        order?.status === 'held'
          ? holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, { ...order, status: 'working' as const }))
          : state
      return realRules.bookExecution(seen, execution, terms, now)
    },
  },
  'a stop purchase costs more than its hold': {
    ...realRules,
    triggerOrder: (...given) =>
      withOrders(realRules.triggerOrder(...given), (orders) => orders.map((order) => ({ ...order, worstPrice: order.worstPrice * 2n }))),
  },
  'an amendment keeps the old hold': {
    ...realRules,
    amendOrder: (state, amendment, terms, now) => {
      const amended = realRules.amendOrder(state, amendment, terms, now)
      const before = orderKind.of(state).get(amendment.orderId)
      if (!amended.ok || before?.side !== 'buy') return amended
      const order = { ...amended.value.order, heldCash: before.heldCash }
      return ok({ order, outcome: { ...amended.value.outcome, entries: [], records: orderKind.changed(order) } })
    },
  },
  'an amendment of one of two leaves the other as large as it was': {
    ...realRules,
    amendOrder: (...given) => {
      const amended = realRules.amendOrder(...given)
      if (!amended.ok) return amended
      return ok({ ...amended.value, outcome: changing(amended.value.outcome, orderKind, [amended.value.order]) })
    },
  },
  'an amendment of a partly filled order holds for all of it again': {
    ...realRules,
    amendOrder: (state, amendment, terms, now) => {
      const order = orderKind.of(state).get(amendment.orderId)
      const seen =
        order === undefined
          ? state
          : holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, { ...order, filledNotional: 0n, charged: {} }))
      return realRules.amendOrder(seen, amendment, terms, now)
    },
  },
}

function changedOutcome(
  decided: ReturnType<typeof realRules.acceptInLots>,
  change: (orders: readonly Order[]) => readonly Order[],
): ReturnType<typeof realRules.acceptInLots> {
  if (!decided.ok) return decided
  const { outcome } = decided.value
  return ok({ ...decided.value, outcome: changing(outcome, orderKind, change(orderKind.in(outcome))) })
}

/** Null leaves the outcome as it is. */
function withOrders(decided: Result<Outcome>, change: (orders: readonly Order[]) => readonly Order[] | null): Result<Outcome> {
  if (!decided.ok || orderKind.in(decided.value).length === 0) return decided
  const orders = change(orderKind.in(decided.value))
  return orders === null ? decided : ok(changing(decided.value, orderKind, orders))
}
