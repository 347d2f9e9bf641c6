import type { KlineBar } from '@rueda/contract/quotes.ts'
import { describe, expect, it } from 'vitest'
import { grouped, klineTypeOf, summaryOf, withLiveBars } from './chart-data.ts'

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
  it('become groups that keep open, high, low, close and volume', () => {
    expect(grouped([first, second], 1)).toEqual([{ ...first, high: '191.20', low: '179.80', close: '189.95', volume: '20' }])
    expect(grouped([first, second], 2)).toEqual([first, second])
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
