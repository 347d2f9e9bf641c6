import { scaled } from '../decimal.ts'
import { type FeeSchedule, chargeRule } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import { type MarketFacts, type MarketTerms, percent } from './market.ts'
import { bandWithin } from './price-guards.ts'
import { TAIWAN_BOARD_LOT } from './scope.ts'

/** Shares in Taipei (`docs/rules/taiwan.md` B.3). */
export const taiwanTicks: Instrument['ticks'] = [
  { from: 0n, tick: scaled('0.01') },
  { from: scaled('10'), tick: scaled('0.05') },
  { from: scaled('50'), tick: scaled('0.1') },
  { from: scaled('100'), tick: scaled('0.5') },
  { from: scaled('500'), tick: scaled('1') },
  { from: scaled('1000'), tick: scaled('5') },
]

export const taiwanEtfTicks: Instrument['ticks'] = [
  { from: 0n, tick: scaled('0.01') },
  { from: scaled('50'), tick: scaled('0.05') },
]

const brokerage = { kind: 'COMMISSION', rate: percent('0.1425'), rounding: 'FLOOR' } as const
const tax = { kind: 'TRANSACTION_TAX', goesTo: 'tax', setBy: 'MOF', sides: ['sell'], rounding: 'FLOOR' } as const

const taiwanFees: FeeSchedule = {
  currency: 'TWD',
  rules: [
    chargeRule({ ...brokerage, scope: 'boardLots', minimum: 20n }),
    chargeRule({ ...brokerage, scope: 'oddLots', minimum: 1n }),
    // Half the tax on shares bought on the same day, until the end of 2027.
    chargeRule({ ...tax, scope: 'shares', rate: percent('0.3'), sameDayRate: percent('0.15') }),
    chargeRule({ ...tax, scope: 'shares', rate: percent('0.3'), validFrom: '2028-01-01' }),
    chargeRule({ ...tax, scope: 'funds', rate: percent('0.1') }),
  ],
}

const terms: MarketTerms = {
  wallet: 'TW',
  feeTable: taiwanFees,
  tickTables: [
    { scope: 'shares', ticks: taiwanTicks },
    { scope: 'funds', ticks: taiwanEtfTicks },
  ],
  lots: {
    round: [{ upTo: null, lot: TAIWAN_BOARD_LOT }],
    odd: { orderTypes: ['limit'], timesInForce: ['DAY'], callEveryMs: 5 * SECOND_MS },
  },
  bands: [{ kind: 'fromPreviousClose', scope: 'everything', share: percent('10') }],
  collar: null,
  settlements: [{ name: null, days: 2 }],
  orderTypes: ['market', 'limit'],
  stopTrigger: null,
  timesInForce: ['DAY', 'IOC', 'FOK'],
  largestLeverage: 1,
  // About half a million dollars.
  largestOrder: { kind: 'worth', minor: 16_000_000n },
  withholding: { usual: percent('21'), treaty: percent('21') },
  liquidationFee: null,
}

export const taiwan = {
  lists: 'shares',
  exchanges: ['TWSE'],
  terms,
  guard: {
    averageMs: 5 * MINUTE_MS,
    limitStateMs: 0,
    pauseMs: 2 * MINUTE_MS,
    // The closing call begins at 13:25 and has no interruption.
    offBeforeCloseMs: 5 * MINUTE_MS,
    band: bandWithin(percent('3.5'), 'DOWN'),
  },
  hasClosableDays: true,
  restsWith: null,
  banksOf: 'TWD',
  hasDailyLimits: true,
  keepsClosingPrice: true,
  hasOfferings: true,
  isShownFirst: false,
} as const satisfies MarketFacts
