import { expect, it } from 'vitest'
import { rangeOfAccount } from './range.ts'

it.each([
  ['1', 16, 5],
  ['2', 16, 3],
  ['100000', 16, 2],
  ['100001', 16, 10],
  ['100001', 3, 2],
  ['9223372036854775807', 2, 1],
])('account %s is in one of %i ranges: %i', (accountId, ranges, range) => {
  expect(rangeOfAccount(accountId, ranges)).toBe(range)
})

it('accounts with numbers behind each other are spread evenly', () => {
  const counts = Array.from({ length: 16 }, () => 0)
  for (let account = 1_000_000; account < 1_010_000; account += 1) {
    const range = rangeOfAccount(String(account), counts.length)
    counts[range] = (counts[range] ?? 0) + 1
  }
  // 625 are the mean; three times the deviation of chance are 73.
  for (const count of counts) expect(Math.abs(count - 625)).toBeLessThan(73)
})

it('one range has them all', () => {
  expect(['1', '77', '123456789'].map((accountId) => rangeOfAccount(accountId, 1))).toEqual([0, 0, 0])
})
