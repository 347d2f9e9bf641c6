import { describe, expect, test } from 'vitest'
import { daysOf } from '../calendars/civil.ts'
import { createUsCalendar } from '../calendars/us-calendar.ts'
import { DayKeys } from './day-keys.ts'
import { FactorDays } from './factors.ts'
import { History, type Series } from './history.ts'
import { MARKET_INDEX, marketFactor, timeModel } from './parameters.ts'
import type { StockDays } from './stock-days.ts'
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
import { testDayKey } from './testing.ts'
import { Timeline } from './timeline.ts'
import { companies } from '../catalogue/companies.ts'
import { referenceIndices } from '../catalogue/indices.ts'

// What returns of real markets have in common, on the exchanges' own calendar (domain.md C.7). Every failure tells
// what was measured; a threshold is never moved, the model is.

const SEED = 20260101
const DAYS = 1_305
const YEAR = 252
const INSTRUMENTS = 60
const LAGS = Array.from({ length: 10 }, (_, index) => index + 1)

const contextOf = (seed: number) => {
  const model = timeModel('US', false)
  const calendar = createUsCalendar()
  return { model, timeline: new Timeline(calendar, daysOf('2021-01-04')), keys: new DayKeys('US', testDayKey(seed)) }
}
const history = new History(contextOf(SEED), { companies, indices: referenceIndices })
const chosen = companies.filter((company) => company.index % (companies.length / INSTRUMENTS) === 0)
const seriesOf = (id: string): Series => {
  const series = history.seriesOf(id)
  if (series === null) throw new Error(`no ${id}`)
  return series
}

const stocks = chosen.map((company) => {
  const days = seriesOf(company.instrument.id).days as StockDays
  days.upTo(DAYS)
  const returns = Array.from({ length: DAYS }, (_, day) => days.logClose.at(day + 1) - days.logClose.at(day))
  return { company, returns, sizes: returns.map(Math.abs), volumes: returns.map((_, day) => Math.log(days.volume.at(day + 1))) }
})

function marketReturns(seed: number): number[] {
  const market = new FactorDays(MARKET_INDEX, marketFactor, null, contextOf(seed))
  market.upTo(DAYS)
  return Array.from({ length: DAYS }, (_, day) => market.session.at(day + 1) + market.gap.at(day + 1))
}
const market = marketReturns(SEED)

/** Within a band, ends included; the failure names what was measured. */
function within(name: string, measured: number, least: number, most: number) {
  expect(measured >= least && measured <= most, `${name} is ${measured.toFixed(4)}, not within ${least} to ${most}`).toBe(true)
}
const NO_BOUND = Infinity
const yearly = (returns: readonly number[]) => deviation(returns) * Math.sqrt(YEAR)
const ofStocks = (statistic: (stock: (typeof stocks)[number]) => number) => stocks.map(statistic)

describe('daily returns of the simulated market', () => {
  test('1: yearly volatility', () => {
    within('the market’s', yearly(market), 0.11, 0.26)
    within('the median stock’s', median(ofStocks(({ returns }) => yearly(returns))), 0.24, 0.42)
  })

  test('2: heavier tails than the normal law', () => {
    const kurtoses = ofStocks(({ returns }) => excessKurtosis(returns))
    within('median excess kurtosis', median(kurtoses), 3.5, NO_BOUND)
    within('its tenth percentile', quantile(kurtoses, 0.1), 2, NO_BOUND)
    within('the market’s', excessKurtosis(market), 2.5, NO_BOUND)
  })

  test('3: tail index', () => {
    within('median Hill index', median(ofStocks(({ sizes }) => hill(sizes, 0.05))), 2.4, 3.8)
  })

  test('4: returns do not foretell returns', () => {
    within('mean autocorrelation at lag 1', mean(ofStocks(({ returns }) => autocorrelation(returns, 1))), -0.06, 0.06)
    const largest = ofStocks(({ returns }) => Math.max(...LAGS.map((lag) => Math.abs(autocorrelation(returns, lag)))))
    within('95th percentile of the largest over lags 1–10', quantile(largest, 0.95), 0, 0.14)
  })

  test('5 and 6: large moves follow large moves, and the memory fades slowly', () => {
    const at = (lag: number) => median(ofStocks(({ sizes }) => autocorrelation(sizes, lag)))
    within('autocorrelation of sizes at lag 1', at(1), 0.1, NO_BOUND)
    within('at lag 5', at(5), 0.06, NO_BOUND)
    within('at lag 10', at(10), 0.04, NO_BOUND)
    within('mean over lags 1–10', mean(LAGS.map((lag) => mean(ofStocks(({ sizes }) => autocorrelation(sizes, lag))))), 0.08, NO_BOUND)
    within('at lag 20', at(20), Number.MIN_VALUE, NO_BOUND)
  })

  test('7: falls make the days after them livelier', () => {
    const leverage = (returns: readonly number[]) => mean(LAGS.map((lag) => lagged(returns, returns.map(Math.abs), lag)))
    within('the market’s', leverage(market), -NO_BOUND, -0.04)
    within('the median stock’s', median(ofStocks(({ returns }) => leverage(returns))), -NO_BOUND, -0.02)
  })

  test('8: long sums are closer to the normal law', () => {
    const daily = median(ofStocks(({ returns }) => excessKurtosis(returns)))
    within(
      'kurtosis of 20-day sums over the daily one',
      median(ofStocks(({ returns }) => excessKurtosis(stretches(returns, 20)))) / daily,
      -NO_BOUND,
      0.85,
    )
  })

  test('9: stocks move together, those of one sector more', () => {
    const matrix = stocks.map((a) => stocks.map((b) => correlation(a.returns, b.returns)))
    const pairs = stocks.flatMap((a, row) =>
      stocks
        .slice(row + 1)
        .map((b, offset) => ({ same: a.company.sector === b.company.sector, value: matrix[row]?.[row + 1 + offset] ?? 0 })),
    )
    const of = (same: boolean) => mean(pairs.filter((pair) => pair.same === same).map((pair) => pair.value))
    within('mean correlation of pairs', mean(pairs.map((pair) => pair.value)), 0.15, 0.4)
    within('same sector less different sector', of(true) - of(false), 0.03, NO_BOUND)
    within('the strongest direction’s share', topEigenvalueShare(matrix), 0.2, 0.45)
  })

  test('10: the market falls faster than it rises', () => {
    const skews = Array.from({ length: 12 }, (_, seed) => skewness(marketReturns(seed + 1)))
    within('mean skewness over 12 seeds', mean(skews), -NO_BOUND, 0.1)
  })

  test('11: more is traded when prices move', () => {
    within(
      'median correlation of log volume with the size of the move',
      median(ofStocks(({ volumes, sizes }) => correlation(volumes, sizes))),
      0.25,
      NO_BOUND,
    )
  })
})

describe('minutes of the simulated market', () => {
  const MINUTES = 390
  const HALF_HOUR = 30
  // Prices of a few dollars move in ticks too coarse for the statistics of minutes.
  const LEAST_PRICE = 20
  const sessions = chosen
    .filter((company) => company.basePrice >= LEAST_PRICE)
    .flatMap((company) => {
      const series = seriesOf(company.instrument.id)
      return Array.from({ length: 20 }, (_, day) => {
        const tape = history.tape(series, 60 + day * 11, 'regular')
        if (tape === null) throw new Error('no tape')
        tape.fillTo(tape.plan.minutes)
        const minutes = Array.from({ length: tape.plan.minutes }, (_, minute) => tape.minute(minute))
        return { returns: minutes.map((bar) => Math.log(bar.close / bar.open)), volumes: minutes.map((bar) => bar.volume) }
      })
    })
    .filter(({ returns }) => returns.length === MINUTES)
  const scaled = sessions.map(({ returns }) => {
    const scale = deviation(returns)
    return returns.map((value) => value / scale)
  })
  const MIDDAY = [180, 210] as const
  const stretch = <T>(values: readonly T[], [from, to]: readonly [number, number]) => values.slice(from, to)

  test('12: lively at the open and the close, calm at midday', () => {
    const volatility = (part: readonly [number, number]) =>
      Math.sqrt(mean(scaled.flatMap((returns) => stretch(returns, part).map((value) => value * value))))
    const volume = (part: readonly [number, number]) =>
      mean(sessions.flatMap(({ volumes }) => stretch(volumes, part).map((value) => value / mean(volumes))))
    within('volatility of the first half hour over midday', volatility([0, HALF_HOUR]) / volatility(MIDDAY), 1.3, NO_BOUND)
    within('volume of the last half hour over midday', volume([MINUTES - HALF_HOUR, MINUTES]) / volume(MIDDAY), 2, NO_BOUND)
  })

  test('13: minutes have heavy tails, no memory of direction and some of size', () => {
    within('excess kurtosis', excessKurtosis(scaled.flat()), 2, 15)
    within('autocorrelation of returns', mean(scaled.map((returns) => autocorrelation(returns, 1))), -0.08, 0.03)
    within('autocorrelation of sizes', mean(scaled.map((returns) => autocorrelation(returns.map(Math.abs), 1))), 0.1, NO_BOUND)
  })

  test('14: minutes give back the day’s bar, every instrument, 20 days', () => {
    let mismatches = 0
    for (const company of chosen) {
      const series = seriesOf(company.instrument.id)
      for (let day = 0; day < 20; day += 1) {
        const tape = history.tape(series, 300 + day, 'regular')
        const sum = tape?.soFar(tape.plan.minutes)
        const shape = series.days.regular(300 + day)
        const expected = [shape.high, shape.low, shape.close].map((log) => tape?.unitPrice(log))
        const given = [sum?.high, sum?.low, sum?.close]
        if (
          expected.some((price, index) => price !== given[index]) ||
          sum?.volume !== shape.volume ||
          tape?.minute(0).open !== tape?.unitPrice(0)
        )
          mismatches += 1
      }
    }
    expect(mismatches).toBe(0)
  })
})
