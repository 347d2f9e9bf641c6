import { describe, expect, test } from 'vitest'
import { mur } from './murmur.ts'
import { sipHash } from './siphash.naive.ts'
import { KeyedHash, lowerChoice, sipKeyOf, uniform, upperChoice } from './siphash.ts'

const counting = (length: number) => Uint8Array.from({ length }, (_, index) => index)

describe('SipHash by the book', () => {
  // The first bytes of the reference implementation's vectors_sip64, and the worked example of the paper (15 bytes).
  test.each([
    [0, 0x726fdb47dd0e0e31n],
    [1, 0x74f839c593dc67fdn],
    [2, 0x0d6c8009d9a94f5an],
    [3, 0x85676696d7fb7e2dn],
    [15, 0xa129ca6149be45e5n],
    [16, 0x3f2acc7f57c29bdbn],
  ])('SipHash-2-4 of %i bytes', (length, hash) => {
    expect(sipHash(counting(16), counting(length), { absorbing: 2, finishing: 4 })).toBe(hash)
  })
})

describe('the fast SipHash-1-3 of four words', () => {
  test('equals the one by the book on a thousand keys and messages', () => {
    const fast = new KeyedHash()
    for (let round = 0; round < 1_000; round += 1) {
      const key = Uint8Array.from({ length: 32 }, (_, index) => mur(round, index))
      const words = [0, 1, 2, 3].map((index) => mur(round, 99, index) | 0)
      const message = new Uint8Array(Int32Array.from(words).buffer)
      fast.mix(sipKeyOf(key), words[0] ?? 0, words[1] ?? 0, words[2] ?? 0, words[3] ?? 0)
      const hash = (BigInt(fast.high >>> 0) << 32n) | BigInt(fast.low >>> 0)
      expect(hash).toBe(sipHash(key, message, { absorbing: 1, finishing: 3 }))
    }
  })

  test('a short key is a bug', () => {
    expect(() => sipKeyOf(new Uint8Array(8))).toThrow('8 bytes')
  })

  test('halves become numbers strictly between 0 and 1', () => {
    for (const half of [0, -1, 0x7fffffff, -0x80000000]) {
      for (const draw of [uniform(half), upperChoice(half), lowerChoice(half)]) {
        expect(draw).toBeGreaterThan(0)
        expect(draw).toBeLessThan(1)
      }
    }
  })
})
