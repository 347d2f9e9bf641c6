import { describe, expect, test } from 'vitest'
import { mur, u } from './murmur.ts'

describe('MurmurHash3_x86_32 (docs/rules/price-model.md C.1)', () => {
  test.each([
    [0, [], 0x0],
    [1, [], 0x514e28b7],
    [0, [0], 0x2362f9de],
    [42, [1, 2, 3, 4], 0x3f7f5d44],
    [20260101, [7, 3, 1000, 5], 0xb32e4f43],
  ])('mur(%i; %j)', (seed, words, hash) => {
    expect(mur(seed, ...words)).toBe(hash)
  })

  test('a draw lies strictly between 0 and 1', () => {
    expect(u(20260101, 7, 3, 1000, 5)).toBe(0.6999253787798807)
  })
})
