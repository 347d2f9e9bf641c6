import { describe, expect, test } from 'vitest'
import {
  type Measured,
  dailyFacts,
  daysThatDoNotAddUp,
  historyOf,
  livelinessOf,
  meanSkewness,
  minuteSessions,
  scaledReturns,
} from './measured-days.ts'
import { autocorrelation, excessKurtosis, mean } from './statistics.ts'

// Properties that returns of real markets share (docs/rules/price-model.md C.7): on the exchanges' own calendar, and in days that
// never close. Every failure shows what was measured; a threshold is never moved, the model is.

const SEED = 20260101
const SEEDS = 12
const NO_BOUND = Infinity

type Band = readonly [least: number, most: number]
type DailyFacts = ReturnType<typeof dailyFacts>
type Table = Readonly<{
  name: string
  measured: Measured
  daily: Readonly<Record<keyof DailyFacts, Band>>
  minutes: number
  /** A lively stretch of the day beside a calm one. */
  lively: readonly [number, number]
  calm: readonly [number, number]
  liveliness: Readonly<{ volatility: Band; volume: Band }>
  kurtosisOfMinutes: Band
}>

const sessionBands: Table['daily'] = {
  'yearly volatility of the market': [0.11, 0.26],
  'yearly volatility of the median stock': [0.24, 0.42],
  'median excess kurtosis': [3.5, NO_BOUND],
  'tenth percentile of excess kurtosis': [2, NO_BOUND],
  'excess kurtosis of the market': [2.5, NO_BOUND],
  'median Hill index': [2.4, 3.8],
  'mean autocorrelation at lag 1': [-0.06, 0.06],
  '95th percentile of the largest autocorrelation': [0, 0.14],
  'autocorrelation of sizes at lag 1': [0.1, NO_BOUND],
  'autocorrelation of sizes at lag 5': [0.06, NO_BOUND],
  'autocorrelation of sizes at lag 10': [0.04, NO_BOUND],
  'autocorrelation of sizes over lags 1–10': [0.08, NO_BOUND],
  'autocorrelation of sizes at lag 20': [Number.MIN_VALUE, NO_BOUND],
  'leverage of the market': [-NO_BOUND, -0.04],
  'leverage of the median stock': [-NO_BOUND, -0.02],
  'kurtosis of 20-day sums over the daily one': [-NO_BOUND, 0.85],
  'mean correlation of pairs': [0.15, 0.4],
  'same sector less different sector': [0.03, NO_BOUND],
  'share of the strongest direction': [0.2, 0.45],
  'correlation of log volume with the size of the move': [0.25, NO_BOUND],
}

const sessions = {
  daily: sessionBands,
  minutes: 390,
  lively: [0, 30],
  calm: [180, 210],
  liveliness: { volatility: [1.3, NO_BOUND], volume: [1.4, NO_BOUND] },
  kurtosisOfMinutes: [2, 15],
} as const

/**
 * Set with a margin around twelve seeds. A year has more such days and cheap shares are livelier, which makes the rest of the market
 * a smaller part of them; where news come evenly, sizes remember a little less.
 */
const days = {
  daily: {
    ...sessionBands,
    'yearly volatility of the median stock': [0.3, 0.56],
    'median excess kurtosis': [1.5, NO_BOUND],
    'tenth percentile of excess kurtosis': [0.9, NO_BOUND],
    'median Hill index': [2.8, 4.8],
    'autocorrelation of sizes at lag 1': [0.05, NO_BOUND],
    'autocorrelation of sizes at lag 5': [0.03, NO_BOUND],
    'autocorrelation of sizes at lag 10': [0.015, NO_BOUND],
    'autocorrelation of sizes over lags 1–10': [0.04, NO_BOUND],
    'leverage of the median stock': [-NO_BOUND, -0.01],
    'mean correlation of pairs': [0.1, 0.35],
    'share of the strongest direction': [0.14, 0.4],
  },
  minutes: 1_440,
  lively: [600, 660],
  calm: [1_320, 1_380],
  // No hour is inactive.
  liveliness: { volatility: [1.05, 1.6], volume: [1.4, 3.5] },
  kurtosisOfMinutes: [2, 15],
} as const

const tables: readonly Table[] = [
  { name: 'sessions', measured: { alwaysOpen: false, model: 2 }, ...sessions },
  { name: 'days that never close', measured: { alwaysOpen: true, model: 2 }, ...days },
]

/** Within a band, ends included; the failure names what was measured. */
function within(name: string, measured: number, [least, most]: Band) {
  expect(measured >= least && measured <= most, `${name} is ${measured.toFixed(4)}, not within ${least} to ${most}`).toBe(true)
}

describe.each(tables)('$name', ({ measured, daily, minutes, lively, calm, liveliness, kurtosisOfMinutes }) => {
  const history = historyOf(measured, SEED)
  const facts = dailyFacts(measured, history, SEED)
  const sessionsSeen = minuteSessions(history, minutes)

  test.each(Object.keys(daily) as (keyof DailyFacts)[])('1–9 and 11: %s', (name) => {
    within(name, facts[name], daily[name])
  })

  test('10: the market falls faster than it rises', () => {
    within('mean skewness over 12 seeds', meanSkewness(measured, SEEDS), [-NO_BOUND, 0.1])
  })

  test('12: lively and calm hours', () => {
    const { volatility, volume } = livelinessOf(sessionsSeen, lively, calm)
    within('volatility of the lively stretch over the calm one', volatility, liveliness.volatility)
    within('its volume', volume, liveliness.volume)
  })

  test('13: minutes have heavy tails, no memory of direction and some of size', () => {
    const scaled = scaledReturns(sessionsSeen)
    within('excess kurtosis', excessKurtosis(scaled.flat()), kurtosisOfMinutes)
    within('autocorrelation of returns', mean(scaled.map((returns) => autocorrelation(returns, 1))), [-0.08, 0.03])
    within('autocorrelation of sizes', mean(scaled.map((returns) => autocorrelation(returns.map(Math.abs), 1))), [0.1, NO_BOUND])
  })

  test('14: minutes give back the day’s bar, every instrument, 20 days', () => {
    expect(daysThatDoNotAddUp(history)).toBe(0)
  })
})

test('12: the last half hour of a session is the busiest', () => {
  const measured = { alwaysOpen: false, model: 2 } as const
  const { volume } = livelinessOf(minuteSessions(historyOf(measured, SEED), 390), [360, 390], [180, 210])
  within('volume of the last half hour over midday', volume, [2, NO_BOUND])
})
