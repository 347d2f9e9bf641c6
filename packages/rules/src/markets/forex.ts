import { scaled } from '../decimal.ts'
import { type MarketFacts, type MarketTerms, percent } from './market.ts'

/** Currencies and metals (`docs/rules/forex.md` B.5): no commission, the cost is the spread. How far one may lever is each pair's own. */
const terms: MarketTerms = {
  wallet: 'FOREX',
  feeTable: { currency: 'USD', rules: [] },
  tickTables: [],
  lots: { round: [{ upTo: null, lot: scaled('0.01') }], odd: null },
  bands: [{ kind: 'fromLast', scope: 'everything', buyAbove: percent('50'), sellBelow: percent('50') }],
  collar: percent('0.5'),
  settlements: [{ name: null, days: 0 }],
  orderTypes: ['market', 'limit', 'stop', 'stopLimit', 'trailing'],
  // There are no public trades here, only quotes.
  stopTrigger: 'mid',
  timesInForce: ['DAY', 'GTC', 'IOC', 'FOK'],
  largestLeverage: 30,
  largestOrder: { kind: 'quantity', quantity: scaled('50') },
  withholding: null,
  liquidationFee: { kind: 'share', share: percent('0.05') },
}

export const forex = {
  lists: 'pairs',
  exchanges: ['FX'],
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
