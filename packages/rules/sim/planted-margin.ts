import type { Outcome } from '../src/ledger/books.ts'
import { transfer } from '../src/ledger/entry.ts'
import { type MarginRules, outcomeWith, realMarginRules } from './margin-run.ts'

/** Bugs that houses with positions on margin have really had; the simulation must find each. */
export const plantedInMargin: Readonly<Record<string, MarginRules>> = {
  'margin is released twice': withClosing((outcome) => {
    const released = outcome.entries.find(({ journal }) => journal === 'J42')
    const back = released?.lines.find(({ account, amount }) => account.endsWith(':CASH') && amount > 0n)
    if (released === undefined || back === undefined) return outcome
    const lines = transfer({ from: 'H:MKT:SIM:USD', to: back.account, asset: 'USD', amount: back.amount })
    return { ...outcome, entries: [...outcome.entries, { ...released, lines }] }
  }),
  'a loss beyond the margin is taken from the wallet': withClosing((outcome) => ({
    ...outcome,
    entries: outcome.entries.map((entry) => {
      const paid = entry.lines.find(({ account }) => account.startsWith('H:INSURANCE'))
      if (paid === undefined) return entry
      const lines = transfer({ from: 'U:FUTURE:CASH', to: 'H:MKT:SIM:USD', asset: 'USD', amount: -paid.amount })
      return { ...entry, lines }
    }),
  })),
  'a position is opened in what may only be closed': {
    ...realMarginRules,
    acceptMarginOrder: (books, ask, terms, now) => realMarginRules.acceptMarginOrder(books, ask, { ...terms, closeOnly: null }, now),
  },
  'a price below zero is taken for zero': {
    ...realMarginRules,
    bookMarginExecution: (books, execution, terms, now) =>
      realMarginRules.bookMarginExecution(books, { ...execution, price: execution.price < 0n ? 0n : execution.price }, terms, now),
  },
  'the daily settlement is not posted': {
    ...realMarginRules,
    settleDaily: (position, settling, now) => {
      const settled = realMarginRules.settleDaily(position, settling, now)
      return { entries: [], marginPositions: (settled.marginPositions ?? []).map((each) => ({ ...each, margin: position.margin })) }
    },
  },
  'the daily settlement is posted twice': {
    ...realMarginRules,
    settleDaily: (position, settling, now) =>
      realMarginRules.settleDaily(
        { ...position, settledThrough: null, basis: (position.openedValue * position.quantity) / position.openedQuantity },
        settling,
        now,
      ),
  },
  'a rollover is booked twice': {
    ...realMarginRules,
    rollPosition: (position, rolling, now) => realMarginRules.rollPosition({ ...position, rolledThrough: null }, rolling, now),
  },
  'a cancelled close keeps what it held': {
    ...realMarginRules,
    endOrder: (...given) => outcomeWith(realMarginRules.endOrder(...given), ({ marginPositions: _, ...outcome }) => outcome),
  },
  'an execution told twice is booked twice': {
    ...realMarginRules,
    bookMarginExecution: (books, execution, terms, now) => {
      const order = books.orders.get(execution.orderId)
      if (order === undefined || order.status !== 'filled') return realMarginRules.bookMarginExecution(books, execution, terms, now)
      const again = { ...order, status: 'working', filledQuantity: 0n, venueSequence: 0, heldCash: 100_000_000n } as const
      const orders = new Map(books.orders).set(order.id, again)
      return realMarginRules.bookMarginExecution({ ...books, orders }, execution, terms, now)
    },
  },
}

function withClosing(change: (outcome: Outcome) => Outcome): MarginRules {
  return { ...realMarginRules, bookMarginExecution: (...given) => outcomeWith(realMarginRules.bookMarginExecution(...given), change) }
}
