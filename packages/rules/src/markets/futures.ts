import { scaled } from '../decimal.ts'
import { type FeeSchedule, chargeRule } from '../fees/schedule.ts'
import { type MarketFacts, type MarketTerms, percent } from './market.ts'

const perContract = { kind: 'COMMISSION', base: 'quantity', rounding: 'CEIL' } as const

const futuresFees: FeeSchedule = {
  currency: 'USD',
  rules: [
    chargeRule({ ...perContract, scope: 'contracts', rate: scaled('1.20') }),
    chargeRule({ ...perContract, scope: 'microContracts', rate: scaled('0.35') }),
  ],
}

/** Futures (`docs/rules/futures.md` B.4). Each contract has a tick of its own and a margin instead of a price to pay. */
const terms: MarketTerms = {
  wallet: 'FUTURE',
  feeTable: futuresFees,
  tickTables: [],
  lots: { round: [{ upTo: null, lot: scaled('1') }], odd: null },
  bands: [
    { kind: 'withBreaker', scope: 'indexContracts', share: percent('7'), falls: [percent('7'), percent('13'), percent('20')] },
    { kind: 'fromPreviousClose', scope: 'otherContracts', share: percent('10') },
  ],
  collar: percent('2'),
  settlements: [{ name: null, days: 0 }],
  orderTypes: ['market', 'limit', 'stop', 'stopLimit', 'trailing'],
  stopTrigger: 'lastTrade',
  timesInForce: ['DAY', 'GTC', 'IOC', 'FOK'],
  // The margin of a contract comes from a table and is not the customer's choice.
  largestLeverage: 1,
  largestOrder: { kind: 'quantity', quantity: scaled('100') },
  withholding: null,
  liquidationFee: { kind: 'commissions', times: 1n },
}

export const futures = {
  lists: 'contracts',
  exchanges: ['FUT'],
  terms,
  guard: null,
  hasClosableDays: false,
  restsWith: null,
  banksOf: null,
  hasDailyLimits: false,
  keepsClosingPrice: false,
  hasOfferings: false,
  isShownFirst: false,
} as const satisfies MarketFacts
