import { scaled } from '@rueda/rules/decimal.ts'
import { expect, test } from 'vitest'
import { compareBars } from './compare-bars.ts'

const drawnBar = (at: number, close: string) => ({
  ...{ at, open: scaled('10'), high: scaled('11'), low: scaled('9'), close: scaled(close), volume: scaled('100') },
})
const servedBar = (timestamp: number, close: string) => ({
  timestamp,
  open: '10',
  high: '11',
  low: '9',
  close,
  volume: '100',
  turnover: '1000',
})

test('minutes are equal where the outside market is, whatever customers added', () => {
  const traded = { ...servedBar(120_000, '10.5'), high: '12', volume: '103', outside: servedBar(120_000, '10.5') }
  const { minutes, different, customers } = compareBars(
    [drawnBar(60_000, '10.2'), drawnBar(120_000, '10.5')],
    [servedBar(60_000, '10.2'), traded],
  )
  expect(minutes).toBe(2)
  expect(different).toEqual([])
  expect(customers).toEqual([{ at: 120_000, drawn: '10.5', served: '10.5', customers: '3', isEqual: true }])
})

test('a minute that was drawn and not served is found too', () => {
  const { minutes, different } = compareBars([drawnBar(60_000, '10.2'), drawnBar(120_000, '10.5')], [servedBar(60_000, '10.2')])
  expect(minutes).toBe(2)
  expect(different).toEqual([{ at: 120_000, drawn: '10.5', served: null, customers: null, isEqual: false }])
})

test('a minute that was served otherwise, or that nothing draws, is found and shown', () => {
  const { different, shown } = compareBars([drawnBar(60_000, '10.2')], [servedBar(60_000, '10.3'), servedBar(120_000, '10.4')])
  expect(different.map(({ at, drawn }) => [at, drawn])).toEqual([
    [60_000, '10.2'],
    [120_000, null],
  ])
  expect(shown).toHaveLength(2)
})
