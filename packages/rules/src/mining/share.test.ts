import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHasher, wordsOf } from './sha256.ts'
import { ORDINARY_RATE, chanceOf, hashOf, isShare, search, targetOf, triesOf } from './share.ts'

const CHALLENGE = '00112233445566778899aabbccddeeff'.repeat(2)
const byNode = (hexadecimal: string): string => createHash('sha256').update(Buffer.from(hexadecimal, 'hex')).digest('hex')

describe('the hash of a challenge and a nonce', () => {
  it('is SHA-256 as everybody computes it', () => {
    let nonce = '0'.repeat(16)
    let challenge = CHALLENGE
    for (let turn = 0; turn < 2_000; turn += 1) {
      const hash = hashOf(challenge, nonce)
      expect(hash).toBe(byNode(`${challenge}${nonce}`))
      challenge = hash
      nonce = hash.slice(-16)
    }
  })

  it.each(['0000000000000000', 'ffffffffffffffff', '00000000ffffffff', '8000000080000000'])('at the edge %s', (nonce) => {
    expect(hashOf('f'.repeat(64), nonce)).toBe(byNode(`${'f'.repeat(64)}${nonce}`))
  })
})

describe('the target', () => {
  it.each([1n, 2n, 16n, 450_000_000n, 1_000_000_000_000n])('of %d tries is a share once in as many', (tries) => {
    expect(triesOf(targetOf(tries))).toBe(tries)
    expect(targetOf(tries)).toHaveLength(64)
  })

  it('of the default begins with seven zeros', () => {
    expect(targetOf(450_000_000n)).toMatch(/^0000000[1-9a-f]/)
  })

  it('is not a share itself: a hash lies below it', () => {
    const target = targetOf(16n)
    expect(target).toBe(`0${'f'.repeat(63)}`)
    expect(isShare(target, target)).toBe(false)
    expect(isShare(`${'0'.repeat(63)}1`, target)).toBe(true)
    expect(isShare(`1${'0'.repeat(63)}`, target)).toBe(false)
  })
})

describe('the search', () => {
  const searchFrom = (low: number, count: number, tries = 4_096n) =>
    search({ hasher: createHasher(CHALLENGE), target: wordsOf(targetOf(tries)), high: 0x80000001, low, count })

  it('finds the first nonce whose hash lies under the target, and none where there is none', () => {
    const nonce = searchFrom(0, 100_000) ?? ''
    expect(nonce).toMatch(/^80000001/)
    expect(isShare(hashOf(CHALLENGE, nonce), targetOf(4_096n))).toBe(true)
    const tried = Number.parseInt(nonce.slice(8), 16)
    expect(searchFrom(0, tried)).toBeNull()
    expect(searchFrom(tried, 1)).toBe(nonce)
  })

  it('finds as many as the target lets expect', () => {
    let found = 0
    for (let low = 0; low < 100_000; low += 1) if (searchFrom(low, 1, 100n) !== null) found += 1
    expect(found).toBeGreaterThan(900)
    expect(found).toBeLessThan(1_100)
  })

  it('never misses the last bit of a word', () => {
    for (let tries = 1n; tries <= 256n; tries += 1n) {
      const nonce = searchFrom(0, 10_000, tries) ?? ''
      expect(isShare(hashOf(CHALLENGE, nonce), targetOf(tries))).toBe(true)
    }
  })
})

it('an ordinary phone, at 300 000 hashes a second for ten minutes, has one chance in three', () => {
  expect(chanceOf(450_000_000n, ORDINARY_RATE * 600)).toBeCloseTo(0.33, 2)
  expect(chanceOf(450_000_000n, 0)).toBe(0)
})
