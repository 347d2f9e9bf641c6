import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { beaconValue } from './beacon.ts'
import { flipped, hex } from './testing/shapes.ts'

/** The chain `quicknet` of the League of Entropy, and rounds that it published. */
const QUICKNET = hex(
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
)
const ROUNDS = [
  {
    round: 1_000,
    signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
    randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  },
  {
    round: 657_413,
    signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
    randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
  },
] as const

test.each(ROUNDS)('the value of round $round that the beacon published', ({ round, signature, randomness }) => {
  expect(bytesToHex(beaconValue(QUICKNET, round, hex(signature)) ?? new Uint8Array())).toBe(randomness)
})

describe('what is no value', () => {
  const [first, second] = ROUNDS
  test.each([
    ['a signature of another round', second.round, hex(first.signature)],
    ['a signature with one bit changed', first.round, flipped(hex(first.signature), 99)],
    ['a signature of another length', first.round, hex(first.signature).subarray(1)],
    ['the point at infinity', first.round, Uint8Array.from({ length: 48 }, (_, at) => (at === 0 ? 0xc0 : 0))],
  ])('%s', (_, round, signature) => {
    expect(beaconValue(QUICKNET, round, signature)).toBeNull()
  })

  test('a value under another key', () => {
    expect(beaconValue(flipped(QUICKNET, 500), first.round, hex(first.signature))).toBeNull()
  })
})
