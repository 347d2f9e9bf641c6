import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, addMonth, dateOfDay, dayNumber } from './calendar-date.ts'

it.each([
  ['1970-01-01', 0],
  ['2000-02-29', 11_016],
  ['2026-11-20', 20_777],
])('%s is day %i', (date, day) => {
  expect(dayNumber(date)).toBe(day)
  expect(dateOfDay(day)).toBe(date)
})

it('days and dates are each other’s inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 200_000 }), (day) => {
      expect(dayNumber(dateOfDay(day))).toBe(day)
    }),
  )
})

it('crosses months, leap days and years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addMonth('2026-12-01')).toBe('2027-01-01')
})
