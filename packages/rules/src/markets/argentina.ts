import { scaled } from '../decimal.ts'
import { type FeeSchedule, chargeRule } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { MINUTE_MS } from '../time.ts'
import { FRACTION_STEP, type MarketFacts, type MarketTerms, percent } from './market.ts'
import { bandWithin } from './price-guards.ts'

/** Shares and CEDEARs in Buenos Aires (`docs/rules/argentina.md` B.2). */
export const argentinaTicks: Instrument['ticks'] = [
  { from: 0n, tick: scaled('0.001') },
  { from: scaled('1'), tick: scaled('0.01') },
  { from: scaled('10'), tick: scaled('0.05') },
  { from: scaled('100'), tick: scaled('0.5') },
  { from: scaled('1000'), tick: scaled('5') },
]

const argentinaFees: FeeSchedule = {
  currency: 'ARS',
  rules: [
    chargeRule({ kind: 'COMMISSION', rate: percent('0.5') }),
    chargeRule({ kind: 'MARKET_FEE', goesTo: 'tax', setBy: 'BYMA', rate: percent('0.05') }),
    // Value added tax is due on the charges of the broker and the exchange.
    chargeRule({ kind: 'VAT', goesTo: 'tax', setBy: 'ARCA', base: 'charges', rate: percent('21') }),
  ],
}

const terms: MarketTerms = {
  wallet: 'AR',
  feeTable: argentinaFees,
  tickTables: [{ scope: 'everything', ticks: argentinaTicks }],
  lots: { round: [{ upTo: null, lot: scaled('1') }], odd: null },
  fractions: {
    scope: 'certificates',
    step: FRACTION_STEP,
    minimumPrice: scaled('1'),
    // About a dollar.
    minimumWorth: 150_000n,
    orderTypes: ['market', 'limit'],
    timesInForce: ['DAY'],
  },
  bands: [{ kind: 'fromPreviousClose', scope: 'everything', share: percent('15') }],
  collar: percent('5'),
  settlements: [
    { name: '24hs', days: 1 },
    { name: 'CI', days: 0 },
  ],
  orderTypes: ['market', 'limit', 'stop', 'stopLimit', 'trailing'],
  stopTrigger: 'lastTrade',
  timesInForce: ['DAY', 'GTC', 'IOC', 'FOK'],
  largestLeverage: 1,
  // About half a million dollars.
  largestOrder: { kind: 'worth', minor: 75_000_000_000n },
  withholding: { usual: percent('7'), treaty: percent('7') },
  liquidationFee: null,
}

export const argentina = {
  lists: 'shares',
  exchanges: ['BYMA'],
  terms,
  guard: {
    averageMs: 5 * MINUTE_MS,
    limitStateMs: 0,
    pauseMs: 5 * MINUTE_MS,
    offBeforeCloseMs: 0,
    band: bandWithin(percent('5'), 'HALF_UP'),
  },
  hasClosableDays: true,
  restsWith: null,
  banksOf: 'ARS',
  hasDailyLimits: true,
  keepsClosingPrice: false,
  hasOfferings: false,
  isShownFirst: false,
} as const satisfies MarketFacts
