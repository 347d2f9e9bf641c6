import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { candleLength, grouped, summaryOf, withLiveBars } from './chart-data.ts'
import { hasDailyBars, intervalNamed, klineTypeOf } from './chart-periods.ts'

const bar = (timestamp: number, [open, high, low, close]: readonly [string, string, string, string], volume = '10'): KlineBar => ({
  timestamp,
  open,
  high,
  low,
  close,
  volume,
  turnover: '0',
})
const first = bar(1, ['180.00', '182.00', '179.80', '181.00'])
const second = bar(2, ['181.00', '191.20', '181.00', '189.95'])

describe('the bars of a running chart', () => {
  const growing = { ...second, partial: 1 as const }
  const grown = bar(2, ['181.00', '192.00', '181.00', '191.00'])
  const next = bar(3, ['190.00', '190.00', '190.00', '190.00'])
  const afterNext = bar(4, ['190.00', '190.50', '190.00', '190.50'])

  it('grow and go on, however many have begun since they were read', () => {
    expect(withLiveBars([first, growing], [grown])).toEqual([first, grown])
    expect(withLiveBars([first, growing], [grown, next, afterNext])).toEqual([first, grown, next, afterNext])
  })
  it('stay as they were read once they are finished', () => {
    expect(withLiveBars([first, second], [grown])).toEqual([first, second])
  })
  it('do not reach back before the range', () => {
    expect(withLiveBars([second], [first])).toEqual([second])
    expect(withLiveBars([], [second])).toEqual([])
    expect(withLiveBars([first], null)).toEqual([first])
  })
})

describe('too many candles', () => {
  const NEW_YORK = 'America/New_York'
  const minutes = (count: number): KlineBar[] =>
    Array.from({ length: count }, (_, at) => bar(Date.parse('2026-11-20T14:30Z') + at * MINUTE_MS, ['1', '2', '1', '2']))
  const days = ['2026-10-29', '2026-10-30', '2026-11-02', '2026-11-03'].map((date) =>
    bar(Date.parse(`${date}T14:30Z`), ['1', '2', '1', '2']),
  )

  it('become groups that keep open, high, low, close and volume', () => {
    expect(grouped([first, second], MINUTE_MS, NEW_YORK)).toEqual([
      { ...first, high: '191.20', low: '179.80', close: '189.95', volume: '20' },
    ])
  })
  it('have the shortest usual length that leaves few enough', () => {
    expect(candleLength(minutes(100), 110)).toBeNull()
    expect(candleLength(minutes(390), 110)).toBe(5 * MINUTE_MS)
    expect(candleLength(minutes(1_440), 110)).toBe(15 * MINUTE_MS)
  })
  it('begin with the clock, so that a new bar moves none of them', () => {
    const starts = (count: number) => grouped(minutes(count), 5 * MINUTE_MS, NEW_YORK).map(({ timestamp }) => timestamp)
    expect(starts(12)).toEqual(starts(16).slice(0, 3))
  })
  it('of days begin with the week and the month of the market', () => {
    const DAY_MS = 1_440 * MINUTE_MS
    expect(grouped(days, 7 * DAY_MS, NEW_YORK).map(({ timestamp }) => timestamp)).toEqual([days[0]?.timestamp, days[2]?.timestamp])
    expect(grouped(days, 30 * DAY_MS, NEW_YORK)).toHaveLength(2)
  })
  it('carry on growing with their last bar', () => {
    expect(grouped([first, { ...second, partial: 1 }], MINUTE_MS, NEW_YORK).at(-1)?.partial).toBe(1)
  })
})

describe('the summary of a range', () => {
  it('goes from its first open, or from the previous close of a day', () => {
    expect(summaryOf([first, second], null)).toEqual({ from: '180.00', to: '189.95', percent: '5.5278', high: '191.20', low: '179.80' })
    expect(summaryOf([first, second], '182.10')?.percent).toBe('4.3108')
    expect(summaryOf([], null)).toBeNull()
  })
})

it('asks for the regular session only within the day', () => {
  expect(klineTypeOf('Current', true)).toBe('Regular')
  expect(klineTypeOf('Current', false)).toBe('Current')
  expect(klineTypeOf('1M', true)).toBe('1M')
})

it('goes on before a range in bars of the same length', () => {
  expect(intervalNamed('15m')).toBe('15m')
  expect(intervalNamed('moon')).toBeNull()
  expect(hasDailyBars('1Y') && hasDailyBars('week') && !hasDailyBars('60m')).toBe(true)
})
