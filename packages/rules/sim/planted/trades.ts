import type { AccountState, Outcome } from '../../src/ledger/account-state.ts'
import type { EntryDraft } from '../../src/ledger/entry.ts'
import type { Order } from '../../src/orders/order.ts'
import { type Result, ok } from '../../src/result.ts'
import { type BrokerageRules, realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { orderKind, fillKind } from '../../src/orders/records.ts'
import { positionKind } from '../../src/positions/records.ts'
import { changing, happening, holding } from './replaced.ts'

/** Bugs of orders and their fills, of settlement, and of notifications. */
export const plantedInTrades: Planted = {
  'the minimum fee is charged on every fill': withOrder((order) => ({ ...order, charged: {} })),
  'a cancelled order can still be filled': withOrder((order) => ({ ...order, status: 'working' })),
  'an execution told twice is booked twice': withOrder((order) => ({ ...order, venueSequence: 0 })),
  'executions beyond the limit are booked': withOrder((order) => ({
    ...order,
    worstPrice: order.side === 'buy' ? order.worstPrice * 2n : 0n,
  })),
  'fills are rounded one by one': withOrder((order) => ({
    ...order,
    filledNotional: order.filledNotional + (order.filledValue % 1_000_000n === 0n ? 0n : 1n),
  })),
  'an order that ends at once is held for': {
    ...realRules,
    atOnce: (acceptance, reports, book) => {
      const booked = realRules.atOnce(acceptance, reports, book)
      const holds = acceptance.outcome.entries.filter(({ journal }) => journal === 'J30')
      const gone = holds.filter((hold) => booked.ok && !booked.value.entries.includes(hold))
      return changed(booked, (outcome) => ({ ...outcome, entries: [...gone, ...outcome.entries, ...gone.map(secondRelease)] }))
    },
  },
  'only the first execution at once is booked': {
    ...realRules,
    atOnce: (acceptance, reports, book) => realRules.atOnce(acceptance, reports.slice(0, 1), book),
  },
  'what ends at once is paid out of the hold of others': {
    ...realRules,
    atOnce: (acceptance, reports, book) =>
      changed(realRules.atOnce(acceptance, reports, book), (outcome) => ({
        ...outcome,
        entries: outcome.entries.map((entry) => ({
          ...entry,
          lines: entry.lines.map((line) =>
            entry.journal === 'J32' ? { ...line, account: line.account.replace(/:CASH$/u, ':HOLD') } : line,
          ),
        })),
      })),
  },
  'an entry covers another price than its execution had': {
    ...realRules,
    bookExecution: (...given) =>
      changed(realRules.bookExecution(...given), (outcome) => ({
        ...outcome,
        entries: outcome.entries.map(({ execution, ...entry }) =>
          execution === undefined ? entry : { ...entry, execution: { ...execution, price: execution.price + 1n } },
        ),
      })),
  },
  'the terms of an execution are left out of its entry': {
    ...realRules,
    bookExecution: (...given) =>
      changed(realRules.bookExecution(...given), (outcome) => ({
        ...outcome,
        entries: outcome.entries.map(({ execution: _, ...entry }) => entry),
      })),
  },
  'a cancel keeps the hold': {
    ...realRules,
    endOrder: (...given) => changed(realRules.endOrder(...given), (outcome) => ({ ...outcome, entries: [] })),
  },
  'a cancel gives the hold back twice': {
    ...realRules,
    endOrder: (...given) =>
      changed(realRules.endOrder(...given), (outcome) => ({
        ...outcome,
        entries: [...outcome.entries, ...outcome.entries.map(secondRelease)],
      })),
  },
  'every fill is told, and not only the end of its order': {
    ...realRules,
    messagesOf: (state, outcome) =>
      realRules.messagesOf(state, fillKind.in(outcome).length === 0 ? outcome : changing(outcome, orderKind, endedBy(outcome))),
  },
  'an order that expires or is given up is told to nobody': {
    ...realRules,
    messagesOf: (state, outcome) => realRules.messagesOf(state, outcome).filter(({ template }) => template !== 'order.ended'),
  },
  'proceeds never settle': {
    ...realRules,
    settleTrades: (settlement) => ({ ...realRules.settleTrades(settlement), unsettled: [] }),
  },
  'the settlement job settles twice': { ...realRules, settleTrades: (settlement) => withoutDate(realRules.settleTrades(settlement)) },
  'idempotency keys are not scoped by customer': { ...realRules, requestKey: (_, key) => key },
  'shares on a sell order can be sold again': {
    ...realRules,
    acceptInLots: (state, request, parts, terms, now) =>
      realRules.acceptInLots(request.side === 'sell' ? withFreeHeld(state) : state, request, parts, terms, now),
  },
  'the fee of a sale is forgotten in the cost of closing': {
    ...realRules,
    bookExecution: (...given) =>
      changed(realRules.bookExecution(...given), (outcome) =>
        happening(
          outcome,
          fillKind,
          fillKind.in(outcome).map((fill) => ({ ...fill, realised: fill.realised === null ? null : fill.realised + 1n })),
        ),
      ),
  },
}

function withOrder(change: (order: Order) => Order): BrokerageRules {
  return {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const order = orderKind.of(state).get(execution.orderId)
      const seen = order === undefined ? state : holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, change(order)))
      return realRules.bookExecution(seen, execution, terms, now)
    },
  }
}

const changed = (decided: Result<Outcome>, change: (outcome: Outcome) => Outcome): Result<Outcome> =>
  decided.ok ? ok(change(decided.value)) : decided
const endedBy = (outcome: Outcome): readonly Order[] => orderKind.in(outcome).map((order) => ({ ...order, status: 'filled' }))
const secondRelease = (entry: EntryDraft): EntryDraft => ({ ...entry, cause: { ...entry.cause, step: -2 } })

function withoutDate(outcome: Outcome): Outcome {
  const { settledThrough: _, ...rest } = outcome
  return rest
}

const withFreeHeld = (state: AccountState): AccountState =>
  holding(
    state,
    positionKind,
    new Map([...positionKind.of(state)].map(([id, position]) => [id, { ...position, free: position.free + position.held, held: 0n }])),
  )
