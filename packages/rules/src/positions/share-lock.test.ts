import { expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { afterSplits } from './share-lock.ts'

/** Goal: shares that were once locked are counted as the splits since have made of them, in whole ones. */
const split = (newShares: bigint, oldShares: bigint) => ({ newShares, oldShares })

it.each([
  ['6000', [], '6000'],
  ['6000', [split(3n, 1n)], '18000'],
  ['25', [split(1n, 10n)], '2'],
  ['25', [split(1n, 10n), split(4n, 1n)], '8'],
  ['7', [split(1n, 10n)], '0'],
] as const)('%s shares', (before, splits, after) => {
  expect(afterSplits(scaled(before), splits)).toBe(scaled(after))
})
