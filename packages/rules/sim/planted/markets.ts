import { type FeeSchedule, LONG_AGO } from '../../src/fees/schedule.ts'
import { firstFeesOf } from '../../src/instruments/terms.ts'
import { TAIWAN_BOARD_LOT } from '../../src/markets/scope.ts'
import type { Position } from '../../src/positions/position.ts'
import { ok } from '../../src/result.ts'
import { HWTS } from '../../src/testing/markets.ts'
import type { AccountState } from '../../src/ledger/account-state.ts'
import { type BrokerageRules, realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { orderKind } from '../../src/orders/records.ts'
import { positionKind } from '../../src/positions/records.ts'
import { changing, holding } from './replaced.ts'

/** Bugs of a brokerage that knows one market and opens others: their fees, lots, days and ways to settle. */
export const plantedInMarkets: Planted = {
  'value added tax is forgotten': chargedBy((fees) => ({ ...fees, rules: fees.rules.filter(({ kind }) => kind !== 'VAT') })),
  'a fee is taken before it begins': chargedBy((fees) => ({
    ...fees,
    rules: fees.rules.map((rule) => ({ ...rule, validFrom: LONG_AGO })),
  })),
  'the lower tax of a day trade is forgotten': chargedBy((fees) => ({
    ...fees,
    rules: fees.rules.map((rule) => ({ ...rule, sameDayRate: null })),
  })),
  'the lower tax of a day trade outlives its law': chargedBy((fees) => ({
    ...fees,
    rules: fees.rules.map((rule) =>
      rule.kind === 'TRANSACTION_TAX' && rule.validFrom > LONG_AGO ? { ...rule, sameDayRate: rule.rate / 2n } : rule,
    ),
  })),
  'less than a lot costs the smallest fee of a lot': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const order = orderKind.of(state).get(execution.orderId)
      const isOdd = order !== undefined && order.instrumentId === HWTS.id && order.quantity < TAIWAN_BOARD_LOT
      return realRules.bookExecution(state, execution, isOdd ? { ...terms, fees: firstFeesOf(HWTS, TAIWAN_BOARD_LOT) } : terms, now)
    },
  },
  'what was bought yesterday counts as bought today': {
    ...realRules,
    bookExecution: (state, execution, terms, now) =>
      realRules.bookExecution(
        withPositions(state, (position) => (position.boughtOn === null ? position : { ...position, boughtOn: execution.tradeDate })),
        execution,
        terms,
        now,
      ),
  },
  'of lots and less than one only the lots are placed': {
    ...realRules,
    acceptInLots: (state, request, parts, terms, now) => {
      const accepted = realRules.acceptInLots(state, request, parts, terms, now)
      if (!accepted.ok || accepted.value.orders.length === 1) return accepted
      const { outcome } = accepted.value
      return ok({ ...accepted.value, outcome: changing(outcome, orderKind, orderKind.in(outcome).slice(0, 1)) })
    },
  },
  'what settles on its day waits like everything else': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const settlementDate = execution.settlementDate === execution.tradeDate ? '9999-12-31' : execution.settlementDate
      return realRules.bookExecution(state, { ...execution, settlementDate }, terms, now)
    },
  },
  'a trade told after its settlement waits for ever': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const wallets = new Map([...state.wallets].map(([type, wallet]) => [type, { ...wallet, settledThrough: null }]))
      return realRules.bookExecution({ ...state, wallets }, execution, terms, now)
    },
  },
  'one market settles what another has sold': {
    ...realRules,
    settleTrades: (settlement) => realRules.settleTrades({ ...settlement, wallet: 'STOCK' }),
  },
}

function chargedBy(change: (fees: FeeSchedule) => FeeSchedule): BrokerageRules {
  return {
    ...realRules,
    bookExecution: (state, execution, terms, now) => realRules.bookExecution(state, execution, { ...terms, fees: change(terms.fees) }, now),
  }
}

const withPositions = (state: AccountState, change: (position: Position) => Position): AccountState =>
  holding(state, positionKind, new Map([...positionKind.of(state)].map(([id, position]) => [id, change(position)])))
