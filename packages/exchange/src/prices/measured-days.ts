import { createCalendar } from '../calendars/calendars.ts'
import { daysOf } from '../calendars/civil.ts'
import { companies } from '../catalogue/companies.ts'
import type { Company } from '../catalogue/company.ts'
import { referenceIndices } from '../catalogue/indices.ts'
import { DayKeys } from './day-keys.ts'
import { Laws, type PriceModel } from './day-laws.ts'
import { FactorDays } from './factors.ts'
import { History, type Series } from './history.ts'
import { MARKET_INDEX, marketFactor, timeModel } from './parameters.ts'
import {
  autocorrelation,
  correlation,
  deviation,
  excessKurtosis,
  hill,
  lagged,
  mean,
  median,
  quantile,
  skewness,
  stretches,
  topEigenvalueShare,
} from './statistics.ts'
import type { StockDays } from './stock-days.ts'
import { testDayKey } from './testing.ts'
import { Timeline } from './timeline.ts'

/**
 * The statistics of `docs/rules/price-model.md` C.7 of the United States' days, for the tests that hold them to what real markets have in
 * common.
 */
export type Measured = Readonly<{ alwaysOpen: boolean; model: PriceModel }>

const DAYS = 1_305
const YEAR = 252
const CALENDAR_YEAR = 365
const INSTRUMENTS = 60
const LAGS = Array.from({ length: 10 }, (_, index) => index + 1)
export const chosen = companies.filter((company) => company.index % (companies.length / INSTRUMENTS) === 0)

function contextOf({ alwaysOpen, model }: Measured, seed: number) {
  const timeline = new Timeline(createCalendar('US', alwaysOpen), daysOf('2021-01-04'))
  const laws = new Laws('US', timeline, alwaysOpen, () => model)
  return { model: timeModel('US', alwaysOpen), laws, timeline, keys: new DayKeys('US', testDayKey(seed)) }
}

export const historyOf = (measured: Measured, seed: number): History =>
  new History(contextOf(measured, seed), { companies, indices: referenceIndices })

export function seriesIn(history: History, { instrument }: Company): Series {
  const series = history.seriesOf(instrument.id)
  if (series === null) throw new Error(`no ${instrument.id}`)
  return series
}

type StockReturns = Readonly<{ company: Company; returns: readonly number[]; sizes: readonly number[]; volumes: readonly number[] }>

const stockReturns = (history: History): StockReturns[] =>
  chosen.map((company) => {
    const days = seriesIn(history, company).days as StockDays
    days.upTo(DAYS)
    const returns = Array.from({ length: DAYS }, (_, day) => days.logClose.at(day + 1) - days.logClose.at(day))
    return { company, returns, sizes: returns.map(Math.abs), volumes: returns.map((_, day) => Math.log(days.volume.at(day + 1))) }
  })

export function marketReturns(measured: Measured, seed: number): number[] {
  const market = new FactorDays(MARKET_INDEX, marketFactor, null, contextOf(measured, seed))
  market.upTo(DAYS)
  return Array.from({ length: DAYS }, (_, day) => market.session.at(day + 1) + market.gap.at(day + 1))
}

/** Every figure by the name that a failure shows. */
export function dailyFacts(measured: Measured, history: History, seed: number) {
  const market = marketReturns(measured, seed)
  const stocks = stockReturns(history)
  const yearly = (returns: readonly number[]) => deviation(returns) * Math.sqrt(measured.alwaysOpen ? CALENDAR_YEAR : YEAR)
  const ofStocks = (statistic: (stock: StockReturns) => number) => stocks.map(statistic)
  const kurtoses = ofStocks(({ returns }) => excessKurtosis(returns))
  const largest = ofStocks(({ returns }) => Math.max(...LAGS.map((lag) => Math.abs(autocorrelation(returns, lag)))))
  const memoryAt = (lag: number) => median(ofStocks(({ sizes }) => autocorrelation(sizes, lag)))
  const leverage = (returns: readonly number[]) => mean(LAGS.map((lag) => lagged(returns, returns.map(Math.abs), lag)))
  const matrix = stocks.map((a) => stocks.map((b) => correlation(a.returns, b.returns)))
  const pairs = stocks.flatMap((a, row) =>
    stocks
      .slice(row + 1)
      .map((b, offset) => ({ same: a.company.sector === b.company.sector, value: matrix[row]?.[row + 1 + offset] ?? 0 })),
  )
  const meanOf = (same: boolean) => mean(pairs.filter((pair) => pair.same === same).map((pair) => pair.value))
  return {
    'yearly volatility of the market': yearly(market),
    'yearly volatility of the median stock': median(ofStocks(({ returns }) => yearly(returns))),
    'median excess kurtosis': median(kurtoses),
    'tenth percentile of excess kurtosis': quantile(kurtoses, 0.1),
    'excess kurtosis of the market': excessKurtosis(market),
    'median Hill index': median(ofStocks(({ sizes }) => hill(sizes, 0.05))),
    'mean autocorrelation at lag 1': mean(ofStocks(({ returns }) => autocorrelation(returns, 1))),
    '95th percentile of the largest autocorrelation': quantile(largest, 0.95),
    'autocorrelation of sizes at lag 1': memoryAt(1),
    'autocorrelation of sizes at lag 5': memoryAt(5),
    'autocorrelation of sizes at lag 10': memoryAt(10),
    'autocorrelation of sizes over lags 1–10': mean(LAGS.map((lag) => mean(ofStocks(({ sizes }) => autocorrelation(sizes, lag))))),
    'autocorrelation of sizes at lag 20': memoryAt(20),
    'leverage of the market': leverage(market),
    'leverage of the median stock': median(ofStocks(({ returns }) => leverage(returns))),
    'kurtosis of 20-day sums over the daily one':
      median(ofStocks(({ returns }) => excessKurtosis(stretches(returns, 20)))) / median(kurtoses),
    'mean correlation of pairs': mean(pairs.map((pair) => pair.value)),
    'same sector less different sector': meanOf(true) - meanOf(false),
    'share of the strongest direction': topEigenvalueShare(matrix),
    'correlation of log volume with the size of the move': median(ofStocks(({ volumes, sizes }) => correlation(volumes, sizes))),
  } as const
}

/** Prices of a few dollars move in ticks too coarse for the statistics of minutes. */
const MIN_PRICE = 20
const MINUTES_IN_ALL = 7_800
const FIRST_SESSION = 60
const SESSIONS_APART = 11

export type MinuteSession = Readonly<{ returns: readonly number[]; volumes: readonly number[] }>

/** Minutes of many sessions of a length. */
export const minuteSessions = (history: History, minutes: number): readonly MinuteSession[] =>
  chosen
    .filter((company) => company.basePrice >= MIN_PRICE)
    .flatMap((company) => {
      const series = seriesIn(history, company)
      return Array.from({ length: Math.round(MINUTES_IN_ALL / minutes) }, (_, day) =>
        sessionOf(history, series, FIRST_SESSION + day * SESSIONS_APART),
      )
    })
    .filter(({ returns }) => returns.length === minutes)

function sessionOf(history: History, series: Series, ordinal: number): MinuteSession {
  const tape = history.tape(series, ordinal, 'regular')
  if (tape === null) throw new Error('no tape')
  tape.fillTo(tape.plan.minutes)
  const bars = Array.from({ length: tape.plan.minutes }, (_, minute) => tape.minute(minute))
  return { returns: bars.map((bar) => Math.log(bar.close / bar.open)), volumes: bars.map((bar) => bar.volume) }
}

/** Each session's returns in its own deviations. */
export const scaledReturns = (sessions: readonly MinuteSession[]): readonly (readonly number[])[] =>
  sessions.map(({ returns }) => {
    const scale = deviation(returns)
    return returns.map((value) => value / scale)
  })

/** The volatility and volume of a stretch of minutes relative to another. */
export function livelinessOf(sessions: readonly MinuteSession[], part: Stretch, beside: Stretch) {
  const scaled = scaledReturns(sessions)
  const volatility = (each: Stretch) => Math.sqrt(mean(scaled.flatMap((returns) => returns.slice(...each).map((value) => value * value))))
  const volume = (each: Stretch) => mean(sessions.flatMap(({ volumes }) => volumes.slice(...each).map((value) => value / mean(volumes))))
  return { volatility: volatility(part) / volatility(beside), volume: volume(part) / volume(beside) }
}

export type Stretch = readonly [number, number]

/** Instruments and days on which the minutes do not give back the day's bar. */
export function daysThatDoNotAddUp(history: History): number {
  let mismatches = 0
  for (const company of chosen) {
    const series = seriesIn(history, company)
    for (let day = 300; day < 320; day += 1) {
      const tape = history.tape(series, day, 'regular')
      const sum = tape?.soFar(tape.plan.minutes)
      const shape = series.days.regular(day)
      const expected = [shape.high, shape.low, shape.close].map((log) => tape?.unitPrice(log))
      const given = [sum?.high, sum?.low, sum?.close]
      const isOff = expected.some((price, index) => price !== given[index]) || sum?.volume !== shape.volume
      if (isOff || tape?.minute(0).open !== tape?.unitPrice(0)) mismatches += 1
    }
  }
  return mismatches
}

export const meanSkewness = (measured: Measured, seeds: number): number =>
  mean(Array.from({ length: seeds }, (_, seed) => skewness(marketReturns(measured, seed + 1))))
