/**
 * MurmurHash3_x86_32 over 32-bit words, as a generator with random access: a draw is a function of a seed and its
 * words, never of the draws before it. The catalogue is made with it; prices, which must stay secret, are not.
 */
export function mur(seed: number, ...words: readonly number[]): number {
  let hash = seed | 0
  for (const word of words) {
    hash ^= Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)
    hash = (Math.imul(rotate(hash, 13), 5) + 0xe6546b64) | 0
  }
  hash ^= words.length * BYTES_PER_WORD
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A number strictly between 0 and 1. */
export const u = (seed: number, ...words: readonly number[]): number => (mur(seed, ...words) + 0.5) / WORD_VALUES

const BYTES_PER_WORD = 4
const WORD_VALUES = 4_294_967_296
const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))
