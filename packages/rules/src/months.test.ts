import { describe, expect, it } from 'vitest'
import { monthAfter, monthOf, startOfMonth } from './months.ts'

describe('a month of UTC', () => {
  it.each([
    ['2026-11-30T23:59:59.999Z', '2026-11'],
    ['2026-12-01T00:00:00.000Z', '2026-12'],
    ['2024-02-29T12:00:00.000Z', '2024-02'],
    ['1969-12-31T23:59:59.999Z', '1969-12'],
  ])('%s lies in %s', (at, month) => expect(monthOf(Date.parse(at))).toBe(month))

  it('begins with its first millisecond', () => expect(startOfMonth('2026-12')).toBe(Date.parse('2026-12-01T00:00:00.000Z')))

  it.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-11', 26, '2029-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-11', 0, '2026-11'],
  ])('%s and %i more is %s', (month, count, after) => expect(monthAfter(month, count)).toBe(after))
})
