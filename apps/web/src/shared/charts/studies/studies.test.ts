import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponentialAverage, simpleAverage } from './averages.ts'
import { bollingerBands } from './bollinger.ts'
import { convergence } from './convergence.ts'
import { followStudy } from './follow.ts'
import { relativeStrength } from './relative-strength.ts'
import { stochastic } from './stochastic.ts'
import { type Study, isStudy, nameOf, studyKinds, usualStudy, warmUpOf } from './study.ts'
import { type Value, along } from './walk.ts'

const rounded = (values: readonly Value[], digits: number): readonly Value[] =>
  values.map((value) => (value === null ? null : Number(value.toFixed(digits))))
const ramp = (length: number): number[] => Array.from({ length }, (_, at) => at)

describe('moving averages', () => {
  it('are silent until their window is full', () => {
    expect(along(simpleAverage(3), [1, 2, 3, 4, 9])).toEqual([null, null, 2, 3, 16 / 3])
  })
  // The worked example of the exponential average by StockCharts: ten days, seeded with the simple one.
  const closes = [
    22.2734, 22.194, 22.0847, 22.1741, 22.184, 22.1344, 22.2337, 22.4323, 22.2436, 22.2933, 22.1542, 22.3926, 22.3816, 22.6109, 23.3558,
    24.0519, 23.753, 23.8324, 23.9516, 23.6338,
  ]
  it('agree with the published example, simple and exponential', () => {
    expect(rounded(along(simpleAverage(10), closes), 2).slice(9)).toEqual([
      22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21,
    ])
    expect(rounded(along(exponentialAverage(10), closes), 2).slice(8)).toEqual([
      null,
      22.22,
      22.21,
      22.24,
      22.27,
      22.33,
      22.52,
      22.8,
      22.97,
      23.13,
      23.28,
      23.34,
    ])
  })
})

describe('Bollinger bands', () => {
  it('stand two deviations of the whole window away', () => {
    expect(along(bollingerBands(8, 2), [2, 4, 4, 4, 5, 5, 7, 9]).at(-1)).toEqual({ middle: 5, upper: 9, lower: 1 })
  })
  it('close where nothing moves', () => {
    expect(along(bollingerBands(3, 2), [7, 7, 7]).at(-1)).toEqual({ middle: 7, upper: 7, lower: 7 })
  })
})

describe('RSI', () => {
  // Wilder's fourteen days on the closes that textbooks use.
  const closes = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614, 46.282, 46.282,
    46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
  ]
  it('agrees with the published example', () => {
    expect(rounded(along(relativeStrength(14), closes), 2).slice(13)).toEqual([null, 70.53, 66.32, 66.55, 69.41, 66.36, 57.97])
  })
  it('is whole in a rise without a fall, nothing in a fall, and in the middle at a standstill', () => {
    expect(along(relativeStrength(3), ramp(5)).at(-1)).toBe(100)
    expect(along(relativeStrength(3), ramp(5).toReversed()).at(-1)).toBe(0)
    expect(along(relativeStrength(3), [5, 5, 5, 5]).at(-1)).toBe(50)
  })
})

describe('MACD', () => {
  it('lags a steady rise by half the difference of its periods, and its signal joins it', () => {
    const walked = along(convergence(12, 26, 9), ramp(60))
    expect(walked[24]).toEqual({ line: null, signal: null, distance: null })
    expect(walked[25]?.line).toBeCloseTo(7, 10)
    expect(walked[25]?.signal).toBeNull()
    expect(walked[33]?.signal).toBeCloseTo(7, 10)
    expect(walked[59]?.distance).toBeCloseTo(0, 10)
  })
})

describe('KDJ', () => {
  it('moves a third of the way from the middle to where the close stands', () => {
    const bars = [1, 2, 3].map((close) => ({ high: close, low: close - 1, close }))
    const [, , reading] = along(stochastic(3, 3, 3), bars)
    expect(reading?.k).toBeCloseTo(66.6667, 4)
    expect(reading?.d).toBeCloseTo(55.5556, 4)
    expect(reading?.j).toBeCloseTo(88.8889, 4)
  })
  it('stays in the middle where nothing moves', () => {
    const still = { high: 4, low: 4, close: 4 }
    expect(along(stochastic(2, 3, 3), [still, still, still]).at(-1)).toEqual({ k: 50, d: 50, j: 50 })
  })
})

const barOf = (timestamp: number, close: number): KlineBar => ({
  timestamp,
  open: String(close),
  high: String(close + 1),
  low: String(close - 1),
  close: String(close),
  volume: String(close * 10),
  turnover: '0',
})

describe('a study that follows a live chart', () => {
  it.each(studyKinds)('%s says of any series, however it arrived, what it says of the whole', (kind) => {
    const closes = fc.array(fc.integer({ min: 5, max: 500 }), { minLength: 1, maxLength: 60 })
    const small: Study = { kind, parameters: usualStudy(kind).parameters.map((_, at) => at + 2) }
    fc.assert(
      fc.property(closes, fc.integer({ min: 5, max: 500 }), (series, growing) => {
        const bars = series.map((close, at) => barOf(at, close))
        const follow = followStudy(small)
        const whole = bars.slice(0, -1)
        follow(whole)
        // The last bar comes, grows, and older ones are put in front.
        follow([...whole, barOf(bars.length - 1, growing)])
        expect(follow(bars)).toEqual(followStudy(small)(bars))
        const longer = [barOf(-2, 40), barOf(-1, 41), ...bars]
        expect(follow(longer)).toEqual(followStudy(small)(longer))
      }),
    )
  })
})

describe('what can be set', () => {
  it('keeps to its bounds, and a MACD to a fast average that is faster', () => {
    expect(studyKinds.every((kind) => isStudy(usualStudy(kind)))).toBe(true)
    expect(isStudy({ kind: 'sma', parameters: [1] })).toBe(false)
    expect(isStudy({ kind: 'sma', parameters: [2.5] })).toBe(false)
    expect(isStudy({ kind: 'sma', parameters: [] })).toBe(false)
    expect(isStudy({ kind: 'macd', parameters: [26, 12, 9] })).toBe(false)
    expect(isStudy({ kind: 'moon' as 'sma', parameters: [20] })).toBe(false)
  })
  it('is in its name', () => {
    expect(nameOf(usualStudy('macd'))).toBe('MACD 12 26 9')
    expect(nameOf(usualStudy('volume'))).toBe('VOL')
  })
  it('tells how many bars it needs beforehand', () => {
    expect(warmUpOf(usualStudy('sma'))).toBe(20)
    expect(warmUpOf(usualStudy('macd'))).toBe(104)
    expect(warmUpOf(usualStudy('volume'))).toBe(0)
  })
})
