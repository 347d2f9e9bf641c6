import { expect, it } from 'vitest'
import { BLOCK_MS, confirmationsOf, confirmedBlock, nextBlock } from './blocks.ts'

const NOW = 1_795_186_800_000
const block = nextBlock(NOW)

it.each([
  ['in the moment it is broadcast', 0, 0],
  ['a moment before its block', BLOCK_MS - 1, 0],
  ['with its block', BLOCK_MS, 1],
  ['with the next', 2 * BLOCK_MS, 2],
  ['a moment before the third', 3 * BLOCK_MS - 1, 2],
  ['with the third', 3 * BLOCK_MS, 3],
  ['a day later', 86_400_000, 3],
])('a transaction %s has its confirmations', (_, after, confirmations) => {
  expect(confirmationsOf(block, NOW + after)).toBe(confirmations)
  expect(block <= confirmedBlock(NOW + after)).toBe(confirmations === 3)
})
