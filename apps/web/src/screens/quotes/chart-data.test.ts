import type { KlineBar } from '@rueda/contract/quotes.ts'
import { describe, expect, it } from 'vitest'
import { grouped, klineTypeOf, summaryOf, withLiveBar } from './chart-data.ts'

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

describe('the last bar of a chart', () => {
  it('grows with the live one', () => {
    const grown = bar(2, ['181.00', '192.00', '181.00', '191.00'])
    expect(withLiveBar([first, second], grown)).toEqual([first, grown])
  })
  it('is followed by the next one', () => {
    const next = bar(3, ['190.00', '190.00', '190.00', '190.00'])
    expect(withLiveBar([first, second], next)).toEqual([first, second, next])
  })
  it('does not go back to an older live one, and a time stands once', () => {
    expect(withLiveBar([first, second], first)).toEqual([first, second])
    expect(withLiveBar([first, first, second], null)).toEqual([first, second])
    expect(withLiveBar([], second)).toEqual([])
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
