import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { orderKind } from '../../src/orders/records.ts'
import { transferKind } from '../../src/transfers/records.ts'
import { holding } from './replaced.ts'

/** Bugs that show only when something else goes wrong: a crash, a restart, a message too late. */
export const plantedInFaults: Planted = {
  'a decision writes into the books before it is committed': {
    ...realRules,
    startTransfer: (state, request, now) => {
      const started = realRules.startTransfer(state, request, now)
      if (started.ok) transferKind.of(state).set(started.value.transfer.id, started.value.transfer)
      return started
    },
  },
  'after a restart a holding has lost its splits': {
    ...realRules,
    holdingHistory: (past) => realRules.holdingHistory({ ...past, splits: past.splits.slice(0, -1) }),
  },
  'after a restart a holding costs what its shares were worth': {
    ...realRules,
    holdingHistory: (past) => {
      const told = realRules.holdingHistory(past)
      const holdings = told.holdings.map((held) => ({ ...held, position: { ...held.position, cost: held.position.boughtValue } }))
      return { ...told, holdings }
    },
  },
  'an older execution after a newer is booked': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const order = orderKind.of(state).get(execution.orderId)
      const isOlder = order !== undefined && execution.sequence < order.venueSequence
      const seen = isOlder ? holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, { ...order, venueSequence: 0 })) : state
      return realRules.bookExecution(seen, execution, terms, now)
    },
  },
  'an execution of more than the order is booked': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const order = orderKind.of(state).get(execution.orderId)
      const rest = order === undefined ? 0n : order.quantity - order.filledQuantity
      return realRules.bookExecution(state, execution.quantity > rest ? { ...execution, quantity: rest } : execution, terms, now)
    },
  },
}
