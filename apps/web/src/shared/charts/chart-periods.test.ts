import { expect, test } from 'vitest'
import { quoteOf } from '../../testing/samples.ts'
import { baseOf } from './chart-periods.ts'

/** The close that a chart of one day counts from, by the numbers of `docs/rules/quotes.md` P.11. */
const regular = { regularClose: '189.95', regularChange: '1.95', regularChangeRatio: '1.04', change: '1.05', changeRatio: '0.55' }
const evening = quoteOf('US', 'ARDV', { preClose: '188.00', extendedHours: { session: 'POST', ...regular } })
const morning = quoteOf('US', 'ARDV', { preClose: '189.95', extendedHours: { session: 'PRE', ...regular } })

test('longer charts count from their own first price', () => expect(baseOf(evening, '1W', false)).toBeNull())

test('in the evening both charts of the day count from the close of the day before', () => {
  expect(baseOf(evening, '1D', false)).toBe('188.00')
  expect(baseOf(evening, 'Current', false)).toBe('188.00')
})

test('before the open the new day counts from the last close, and the regular day that is over from the close before it', () => {
  expect(baseOf(morning, 'Current', false)).toBe('189.95')
  expect(baseOf(morning, 'Current', true)).toBe('188.00')
  expect(baseOf(morning, '1D', false)).toBe('188.00')
})
