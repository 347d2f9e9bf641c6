import type { Outcome } from '../../src/ledger/account-state.ts'
import { transfer } from '../../src/ledger/entry.ts'
import { AT_PAR } from '../../src/margin/dollar-rate.ts'
import { type BrokerageRules, realRules } from '../brokerage/rules.ts'
import { type Planted, outcomeWith } from './changes.ts'
import { orderKind } from '../../src/orders/records.ts'
import { marginPositionKind } from '../../src/margin/records.ts'
import { changing, holding } from './replaced.ts'

/** Bugs that brokerages with positions on margin have really had; the simulation must find each. */
export const plantedInMargin: Planted = {
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
      // The margin of the position is empty by then; the cash of the wallet is not.
      const lines = transfer({ from: 'U:US_WALLET:CASH', to: 'H:MKT:SIM:USD', asset: 'USD', amount: -paid.amount })
      return { ...entry, lines }
    }),
  })),
  'a position is opened in what may only be closed': {
    ...realRules,
    acceptMarginOrder: (state, request, terms, now) => realRules.acceptMarginOrder(state, request, { ...terms, closeOnly: null }, now),
  },
  'a price below zero is taken for zero': {
    ...realRules,
    bookMarginExecution: (state, execution, terms, now) =>
      realRules.bookMarginExecution(state, { ...execution, price: execution.price < 0n ? 0n : execution.price }, terms, now),
  },
  'the daily settlement is not posted': {
    ...realRules,
    settleDaily: (position, settling, now) => {
      const settled = realRules.settleDaily(position, settling, now)
      return {
        entries: [],
        records: marginPositionKind.changed(...marginPositionKind.in(settled).map((each) => ({ ...each, margin: position.margin }))),
      }
    },
  },
  'the daily settlement is posted twice': {
    ...realRules,
    settleDaily: (position, settling, now) =>
      realRules.settleDaily(
        { ...position, settledThrough: null, basis: (position.openedValue * position.quantity) / position.openedQuantity },
        settling,
        now,
      ),
  },
  'a rollover is booked twice': {
    ...realRules,
    rollPosition: (position, rolling, now) => realRules.rollPosition({ ...position, rolledThrough: null }, rolling, now),
  },
  'a cancelled close keeps what it held': {
    ...realRules,
    endOrder: (...given) => outcomeWith(realRules.endOrder(...given), (outcome) => changing(outcome, marginPositionKind, [])),
  },
  'an execution told twice is booked twice': {
    ...realRules,
    bookMarginExecution: (state, execution, terms, now) => {
      const order = orderKind.of(state).get(execution.orderId)
      if (order === undefined || order.status !== 'filled') return realRules.bookMarginExecution(state, execution, terms, now)
      const again = { ...order, status: 'working', filledQuantity: 0n, venueSequence: 0, heldCash: 100_000_000n } as const
      const orders = new Map(orderKind.of(state)).set(order.id, again)
      return realRules.bookMarginExecution(holding(state, orderKind, orders), execution, terms, now)
    },
  },
}

/** Bugs of margin calls, of liquidations and of expiry. */
export const plantedInMarginCalls: Planted = {
  'a liquidation closes everything at once': {
    ...realRules,
    nextMarginStep: (position, situation, now) => {
      const step = realRules.nextMarginStep(position, situation, now)
      return step.kind === 'close' ? { kind: 'close', quantity: position.quantity, stage: 'rest' } : step
    },
  },
  'a liquidation does not wait for the market to match': {
    ...realRules,
    nextMarginStep: (position, situation, now) => realRules.nextMarginStep(position, { ...situation, matching: true }, now),
  },
  'one stray quote liquidates a position': {
    ...realRules,
    nextMarginStep: (position, situation, now) => realRules.nextMarginStep(position, { ...situation, confirmed: true }, now),
  },
  'margin is added beyond its cap': {
    ...realRules,
    carryOut: (state, step, carrying, now) =>
      outcomeWith(realRules.carryOut(state, step, carrying, now), (outcome) =>
        step.kind !== 'topUp'
          ? outcome
          : changing(
              outcome,
              marginPositionKind,
              marginPositionKind.in(outcome).map((each) => ({ ...each, topUpLeft: carrying.position.topUpLeft })),
            ),
      ),
  },
  'a margin call is told again and again': {
    ...realRules,
    nextMarginStep: (position, situation, now) => realRules.nextMarginStep({ ...position, toldAt: null }, situation, now),
  },
  'a frozen account puts more margin at risk': {
    ...realRules,
    addMargin: (state, adding, now) => realRules.addMargin({ ...state, frozen: false }, adding, now),
  },
  'margin is added to a position that is being closed': {
    ...realRules,
    addMargin: (state, adding, now) => {
      const position = marginPositionKind.of(state).get(adding.positionId)
      if (position === undefined || position.quantity === 0n) return realRules.addMargin(state, adding, now)
      const kept = new Map(marginPositionKind.of(state)).set(position.id, { ...position, liquidation: 'none' as const })
      return realRules.addMargin(holding(state, marginPositionKind, kept), adding, now)
    },
  },
  'an ending contract costs no fee': {
    ...realRules,
    expirePosition: (position, settling, now) =>
      realRules.expirePosition(position, { ...settling, fees: { currency: 'USD', rules: [] } }, now),
  },
  'yen are taken for dollars': {
    ...realRules,
    bookMarginExecution: (state, execution, terms, now) => realRules.bookMarginExecution(state, execution, { ...terms, rate: AT_PAR }, now),
  },
  'a night of the weekend costs like any other': {
    ...realRules,
    rollPosition: (position, rolling, now) => realRules.rollPosition(position, { ...rolling, nights: Math.max(rolling.nights, 1) }, now),
  },
  'what an opening order holds beyond its margin is not given back': {
    ...realRules,
    bookMarginExecution: (...given) =>
      outcomeWith(realRules.bookMarginExecution(...given), (outcome) => {
        const entries = outcome.entries.filter(({ journal }) => journal !== 'J31')
        return { ...outcome, entries }
      }),
  },
}

function withClosing(change: (outcome: Outcome) => Outcome): BrokerageRules {
  return { ...realRules, bookMarginExecution: (...given) => outcomeWith(realRules.bookMarginExecution(...given), change) }
}
