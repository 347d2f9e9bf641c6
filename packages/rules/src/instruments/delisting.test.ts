import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../time.ts'
import { checkDelisting } from './delisting.ts'

const NOW = 1_800_000_000_000
const after = (closing: number, end: number) =>
  checkDelisting({ instrumentId: 'US:ARDV', closingFrom: NOW + closing * DAY_MS, endsAt: NOW + end * DAY_MS }, NOW)

describe('a delisting', () => {
  it.each([
    [3, 8, null],
    [2.9, 8, 'closingFromTimestamp'],
    [3, 7.9, 'endTimestamp'],
    [3, 365, null],
    [3, 366, 'endTimestamp'],
  ])('is announced three days ahead and leaves five to close: closing after %d, ended after %d days', (closing, end, field) => {
    expect(after(closing, end)?.facts['field'] ?? null).toBe(field)
  })
})
