import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { describe, expect, test } from 'vitest'
import { type ComparedBars, percentBars, percentLine } from './comparison.ts'

/** Several instruments in percent, by hand: each from its price at the first bar of the chart's period. */
const bar = (time: string, open: number, close: number): KlineBar => ({
  timestamp: Date.parse(`${time}Z`),
  open: String(open),
  high: String(Math.max(open, close)),
  low: String(Math.min(open, close)),
  close: String(close),
  volume: '1',
  turnover: '0',
})
type Row = readonly [time: string, open: number, close: number]
const series = (zone: string, preClose: string, ...rows: readonly Row[]): ComparedBars => ({
  bars: rows.map((row) => bar(...row)),
  preClose,
  zone,
})
const NEW_YORK = 'America/New_York'
const TAIPEI = 'Asia/Taipei'
const BUENOS_AIRES = 'America/Argentina/Buenos_Aires'

test('the chart’s own bars count from the opening of the first of the period', () => {
  const { bars } = series(NEW_YORK, '0', ['2026-03-09T13:30', 90, 95], ['2026-03-10T13:30', 100, 110], ['2026-03-11T13:30', 110, 97])
  expect(percentBars(bars, 1).map(({ open, high, close }) => [open, high, close])).toEqual([
    ['-10.0000', '-5.0000', '-5.0000'],
    ['0.0000', '10.0000', '10.0000'],
    ['10.0000', '10.0000', '-3.0000'],
  ])
  expect(percentBars([bar('2026-03-10T13:30', 0, 5)], 0)[0]?.close).toBe('0.0000')
  expect(percentBars([], 0)).toEqual([])
})

describe('bars of whole days', () => {
  const week = series(
    NEW_YORK,
    '99',
    ['2026-03-09T13:30', 100, 101],
    ['2026-03-10T13:30', 101, 102],
    ['2026-03-11T13:30', 102, 103],
    ['2026-03-12T13:30', 103, 104],
  )

  test('are of one day wherever it begins sooner', () => {
    // Taipei opens half a day before New York, on the same date.
    const other = series(
      TAIPEI,
      '190',
      ['2026-03-09T01:00', 200, 210],
      ['2026-03-10T01:00', 210, 220],
      ['2026-03-11T01:00', 220, 190],
      ['2026-03-12T01:00', 190, 200],
    )
    expect(percentLine(week, other, 'day')).toEqual([5, 10, -5, 0])
    expect(percentLine(other, week, 'day')).toEqual([1, 2, 3, 4])
  })

  test('stand still over a holiday of the other market, and leave out its days on one of their own', () => {
    const other = series(
      BUENOS_AIRES,
      '0',
      ['2026-03-09T14:00', 1000, 1100],
      ['2026-03-11T14:00', 1100, 1200],
      ['2026-03-12T14:00', 1200, 1300],
    )
    expect(percentLine(week, other, 'day')).toEqual([10, 10, 20, 30])
    expect(percentLine(other, week, 'day')).toEqual([1, 3, 4])
  })

  test('count from the close before where the other market begins with a holiday', () => {
    const other = series(BUENOS_AIRES, '1000', ['2026-03-10T14:00', 1050, 1100])
    expect(percentLine(week, other, 'day')).toEqual([0, 10, 10, 10])
  })

  test('of an instrument that came later begin with it, from its first price', () => {
    const other = series(NEW_YORK, '0', ['2026-03-11T13:30', 20, 21], ['2026-03-12T13:30', 21, 18])
    expect(percentLine(week, other, 'day')).toEqual([null, null, 5, -10])
  })

  test('of an instrument without any price are no line', () => {
    expect(percentLine(week, series(NEW_YORK, '0'), 'day')).toEqual([null, null, null, null])
    expect(percentLine(series(NEW_YORK, '0'), week, 'day')).toEqual([])
  })
})

test('a week that begins on a Tuesday is in line with one that begins on Monday', () => {
  const chart = series(NEW_YORK, '0', ['2026-01-12T14:30', 100, 101], ['2026-01-20T14:30', 101, 102])
  const other = series(TAIPEI, '0', ['2026-01-12T01:00', 50, 55], ['2026-01-19T01:00', 55, 60])
  expect(percentLine(chart, other, 'week')).toEqual([10, 20])
  expect(percentLine(other, chart, 'week')).toEqual([1, 2])
})

test('months are in line, whichever day they begin with', () => {
  const chart = series(NEW_YORK, '0', ['2026-01-02T14:30', 100, 101], ['2026-02-02T14:30', 101, 102])
  const other = series(TAIPEI, '0', ['2026-01-05T01:00', 50, 55], ['2026-02-03T01:00', 55, 60])
  expect(percentLine(chart, other, 'month')).toEqual([10, 20])
})

describe('bars within a day', () => {
  test('are in line by their moment: a price is known when its own bar has begun and not before', () => {
    const chart = series(NEW_YORK, '0', ['2026-03-11T14:30', 100, 101], ['2026-03-11T15:30', 101, 102], ['2026-03-11T16:30', 102, 103])
    const other = series(
      BUENOS_AIRES,
      '0',
      ['2026-03-11T14:00', 1000, 1010],
      ['2026-03-11T15:00', 1010, 1111],
      ['2026-03-11T16:00', 1111, 1010],
    )
    expect(percentLine(chart, other, '60m').map((value) => value?.toFixed(4))).toEqual(['0.0000', '10.0000', '0.0000'])
  })

  test('of a market that is over stand at its last price', () => {
    const chart = series(NEW_YORK, '0', ['2026-03-11T14:30', 100, 101], ['2026-03-11T14:31', 101, 102])
    const other = series(TAIPEI, '100', ['2026-03-11T01:00', 200, 210], ['2026-03-11T05:29', 210, 220])
    expect(percentLine(chart, other, '1m')).toEqual([0, 0])
  })
})
