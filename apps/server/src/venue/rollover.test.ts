import { expect, it } from 'vitest'
import { nextRolloverDate } from './rollover.ts'

it.each([
  ['2026-11-18T21:59:59Z', '2026-11-18'],
  ['2026-11-18T22:00:00Z', '2026-11-19'],
  ['2026-11-19T04:59:59Z', '2026-11-19'],
  ['2026-07-15T20:59:59Z', '2026-07-15'],
  ['2026-07-15T21:00:00Z', '2026-07-16'],
])('at %s the next rollover at 17:00 in New York is that of %s', (now, date) => {
  expect(nextRolloverDate(Date.parse(now))).toBe(date)
})
