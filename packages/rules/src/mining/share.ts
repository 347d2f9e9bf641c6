import { type Hasher, createHasher, hexadecimalOf, wordsOf } from './sha256.ts'

/**
 * Shares (`docs/rules/mining.md` E.9, O.13): a nonce whose hash with the challenge lies below the target. Challenges, targets and hashes are 64
 * hexadecimal digits, a nonce is 16; a smaller number begins with more zeros.
 */
export const CHALLENGE_BYTES = 32
const HASH_BITS = 256n
const HASH_DIGITS = 64
const HEXADECIMAL = 16
const NONCES_OF_A_WORD = 0x1_0000_0000

/** Hashes a second of an ordinary phone's browser; the default target makes a share likely in a third of its rounds. */
export const ORDINARY_RATE = 300_000

/** Below this target a hash lies once in so many tries. */
export const targetOf = (tries: bigint): string => ((1n << HASH_BITS) / tries - 1n).toString(HEXADECIMAL).padStart(HASH_DIGITS, '0')

/** The tries that a share takes on average. */
export const triesOf = (target: string): bigint => (1n << HASH_BITS) / (BigInt(`0x${target}`) + 1n)

/** The chance of at least one share in so many hashes, from 0 to 1. */
export const chanceOf = (tries: bigint, hashes: number): number => -Math.expm1(-hashes / Number(tries))

/** SHA-256 of the challenge's 32 bytes followed by the nonce's eight. */
export function hashOf(challenge: string, nonce: string): string {
  const [high = 0, low = 0] = wordsOf(nonce)
  return hexadecimalOf(createHasher(challenge)(high, low))
}

/** Hashes and targets are of one length, so their digits compare as their numbers do. */
export const isShare = (hash: string, target: string): boolean => hash < target

type Search = Readonly<{
  hasher: Hasher
  /** The target's words. */
  target: Int32Array
  /** Higher 32 bits of every nonce that is tried, and the lower ones of the first. */
  high: number
  low: number
  count: number
}>

/** Tries nonces one after the other; answers the first that is a share, or null. */
export function search({ hasher, target, high, low, count }: Search): string | null {
  for (let step = 0; step < count; step += 1) {
    const hash = hasher(high, low + step)
    if (isBelow(hash, target)) return hexadecimalOf([high, (low + step) % NONCES_OF_A_WORD])
  }
  return null
}

/** Compares by the first words that differ, as numbers without a sign. */
function isBelow(hash: Int32Array, target: Int32Array): boolean {
  for (let at = 0; at < hash.length; at += 1) {
    const own = (hash[at] ?? 0) >>> 0
    const most = (target[at] ?? 0) >>> 0
    if (own !== most) return own < most
  }
  return false
}
