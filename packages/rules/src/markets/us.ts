import { scaled } from '../decimal.ts'
import { type FeeSchedule, chargeRule } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import { FRACTION_STEP, type MarketFacts, type MarketTerms, percent } from './market.ts'
import { luldBand } from './price-guards.ts'

/** United States stocks (`docs/rules/us-stocks.md` B.1): below one dollar prices move in hundredths of a cent, from there in cents. */
export const usTicks: Instrument['ticks'] = [
  { from: 0n, tick: scaled('0.0001') },
  { from: scaled('1'), tick: scaled('0.01') },
]

export const usStockFees: FeeSchedule = {
  currency: 'USD',
  rules: [
    chargeRule({ kind: 'COMMISSION', rate: percent('0.03'), minimum: 50n }),
    chargeRule({ kind: 'SEC_FEE', goesTo: 'tax', setBy: 'SEC', sides: ['sell'], rate: 0n, rounding: 'CEIL' }),
    // 20.60 for a million.
    chargeRule({
      kind: 'SEC_FEE',
      goesTo: 'tax',
      setBy: 'SEC',
      sides: ['sell'],
      validFrom: '2026-04-04',
      rate: percent('0.00206'),
      rounding: 'CEIL',
    }),
    chargeRule({
      kind: 'TAF',
      goesTo: 'tax',
      setBy: 'FINRA',
      sides: ['sell'],
      base: 'quantity',
      rate: scaled('0.000195'),
      rounding: 'CEIL',
      maximum: 979n,
    }),
  ],
}

const terms: MarketTerms = {
  wallet: 'STOCK',
  feeTable: usStockFees,
  tickTables: [{ scope: 'everything', ticks: usTicks }],
  lots: {
    round: [
      { upTo: scaled('250'), lot: scaled('100') },
      { upTo: scaled('1000'), lot: scaled('40') },
      { upTo: scaled('10000'), lot: scaled('10') },
      { upTo: null, lot: scaled('1') },
    ],
    odd: null,
  },
  // Guards against a mistyped price: half as much again for a purchase, half for a sale.
  fractions: {
    scope: 'everything',
    step: FRACTION_STEP,
    minimumPrice: scaled('1'),
    minimumWorth: 100n,
    orderTypes: ['market', 'limit'],
    timesInForce: ['DAY'],
  },
  bands: [{ kind: 'fromLast', scope: 'everything', buyAbove: percent('50'), sellBelow: percent('50') }],
  collar: percent('5'),
  settlements: [{ name: null, days: 1 }],
  orderTypes: ['market', 'limit', 'stop', 'stopLimit', 'trailing'],
  stopTrigger: 'lastTrade',
  timesInForce: ['DAY', 'GTC', 'IOC', 'FOK', 'EXT'],
  largestLeverage: 1,
  largestOrder: { kind: 'worth', minor: 50_000_000n },
  withholding: { usual: percent('30'), treaty: percent('15') },
  liquidationFee: null,
}

export const unitedStates = {
  lists: 'shares',
  exchanges: ['NASDAQ', 'NYSE', 'AMEX'],
  terms,
  // Limit up, limit down: a quarter of a minute at the band.
  guard: { averageMs: 5 * MINUTE_MS, limitStateMs: 15 * SECOND_MS, pauseMs: 5 * MINUTE_MS, offBeforeCloseMs: 0, band: luldBand },
  hasClosableDays: true,
  restsWith: null,
  banksOf: 'USD',
  hasDailyLimits: false,
  keepsClosingPrice: false,
  hasOfferings: true,
  isShownFirst: true,
} as const satisfies MarketFacts
