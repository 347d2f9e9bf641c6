import { expect, it } from 'vitest'
import { isCancelClosed } from './cancel-window.ts'

it.each([
  ['AUCTION', 2_001, false],
  ['AUCTION', 2_000, true],
  ['AUCTION', 1, true],
  ['OPEN', 1, false],
] as const)('in %s, %i ms before its end: %s', (phase, left, closed) => {
  expect(isCancelClosed({ phase, changesAt: 10_000 }, 10_000 - left)).toBe(closed)
})
