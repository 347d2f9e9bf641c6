import type { Order } from '../../src/orders/order.ts'
import { ok } from '../../src/result.ts'
import { type HouseRules, realRules } from '../house/rules.ts'
import { type Planted, outcomeWith } from './changes.ts'

/** Bugs of stops, exits, pairs and amendments on margin. */
export const plantedInMarginOrders: Planted = {
  'exits stay when their position is closed by hand': {
    ...realRules,
    endExits: (...given) => ({ books: realRules.endExits(...given).books, outcome: { entries: [] } }),
  },
  'two orders that close the same hold it twice': {
    ...realRules,
    acceptMarginOrder: (...given) => {
      const accepted = realRules.acceptMarginOrder(...given)
      const [order, second] = accepted.ok ? (accepted.value.outcome.orders ?? []) : []
      if (!accepted.ok || order === undefined || second === undefined) return accepted
      const positions = accepted.value.outcome.marginPositions?.map((each) => ({ ...each, held: each.held + order.quantity }))
      return ok({ ...accepted.value, outcome: { ...accepted.value.outcome, marginPositions: positions ?? [] } })
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
    endOrder: (books, ending, now) => {
      const order = books.orders.get(ending.orderId)
      if (order?.margin?.action !== 'close') return realRules.endOrder(books, ending, now)
      return realRules.endOrder({ ...books, orders: new Map(books.orders).set(order.id, { ...order, siblingId: null }) }, ending, now)
    },
  },
  'a stop on margin is held for at its stop and no further': {
    ...realRules,
    acceptMarginOrder: (books, ask, terms, now) =>
      realRules.acceptMarginOrder(books, ask.type === 'stop' ? { ...ask, limitPrice: ask.stopPrice ?? null } : ask, terms, now),
  },
  'an amendment on margin keeps the old hold': {
    ...realRules,
    amendOrder: (books, amendment, terms, now) => {
      const amended = realRules.amendOrder(books, amendment, terms, now)
      const before = books.orders.get(amendment.orderId)
      if (!amended.ok || before?.margin?.action !== 'open') return amended
      const order = { ...amended.value.order, heldCash: before.heldCash }
      return ok({ order, outcome: { ...amended.value.outcome, entries: [], orders: [order] } })
    },
  },
  'a closing order that becomes larger takes nothing more of its position': {
    ...realRules,
    amendOrder: (...given) =>
      outcomeWithOrder(realRules.amendOrder(...given), (outcome) => {
        const { marginPositions: _, ...rest } = outcome
        return rest
      }),
  },
}

type Booked = ReturnType<HouseRules['amendOrder']>
type Outcome = Extract<Booked, { ok: true }>['value']['outcome']

const outcomeWithOrder = (amended: Booked, change: (outcome: Outcome) => Outcome): Booked =>
  amended.ok ? ok({ ...amended.value, outcome: change(amended.value.outcome) }) : amended

function bookingOnMargin(change: (orders: readonly Order[], before: ReadonlyMap<string, Order>) => readonly Order[]): HouseRules {
  return {
    ...realRules,
    bookMarginExecution: (books, execution, terms, now) =>
      outcomeWith(realRules.bookMarginExecution(books, execution, terms, now), (outcome) =>
        outcome.orders === undefined ? outcome : { ...outcome, orders: change(outcome.orders, books.orders) },
      ),
  }
}
