/**
 * SipHash-1-3 over four 32-bit words, keyed by 128 bits. The simulated prices are drawn with it: whoever does not
 * hold the day's key cannot tell its draws from noise. 64-bit words are kept as two halves, because this is the
 * hottest loop of the market and big integers would make it fifty times slower; `siphash.naive.ts` judges it.
 */
export type SipKey = Int32Array

/** The hash key is the first 128 bits of the day's key. */
export function sipKeyOf(dayKey: Uint8Array): SipKey {
  if (dayKey.length < KEY_BYTES) throw new Error(`a day's key has ${dayKey.length} bytes, fewer than ${KEY_BYTES}`)
  const word = (at: number): number => byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24)
  const byte = (at: number): number => dayKey[at] ?? 0
  return Int32Array.of(word(0), word(4), word(8), word(12))
}

const KEY_BYTES = 16
const MESSAGE_LENGTH_WORD = 16 << 24

/** The two halves of one hash; one object is reused, so take what you need before the next `mix`. */
export class KeyedHash {
  low = 0
  high = 0

  /**
   * Words: instrument, stream tag, day, node or counter. The halves are signed 32-bit integers. The six rounds are written out,
   * and a carry is reckoned from the top bits, which comes as it may and a branch would guess wrong: together half the time.
   */
  mix(key: SipKey, instrument: number, tag: number, day: number, node: number): void {
    const key0 = key[0] as number
    const key1 = key[1] as number
    const key2 = key[2] as number
    const key3 = key[3] as number
    let a0 = key0 ^ 0x70736575
    let a1 = key1 ^ 0x736f6d65
    let b0 = key2 ^ 0x6e646f6d
    let b1 = key3 ^ 0x646f7261
    let c0 = key0 ^ 0x6e657261
    let c1 = key1 ^ 0x6c796765
    let d0 = key2 ^ 0x79746573
    let d1 = key3 ^ 0x74656462
    let sum = 0
    let turned = 0
    d0 ^= instrument
    d1 ^= tag
    // a += b; b <<<= 13; b ^= a; a <<<= 32, which the halves' names do
    sum = (a0 + b0) | 0
    a1 = (a1 + b1 + (((a0 & b0) | ((a0 | b0) & ~sum)) >>> 31)) | 0
    a0 = sum
    turned = ((b0 << 13) | (b1 >>> 19)) ^ a0
    b1 = ((b1 << 13) | (b0 >>> 19)) ^ a1
    b0 = turned
    // c += d; d <<<= 16; d ^= c
    sum = (c0 + d0) | 0
    c1 = (c1 + d1 + (((c0 & d0) | ((c0 | d0) & ~sum)) >>> 31)) | 0
    c0 = sum
    turned = ((d0 << 16) | (d1 >>> 16)) ^ c0
    d1 = ((d1 << 16) | (d0 >>> 16)) ^ c1
    d0 = turned
    // a += d; d <<<= 21; d ^= a
    sum = (a1 + d0) | 0
    a0 = (a0 + d1 + (((a1 & d0) | ((a1 | d0) & ~sum)) >>> 31)) | 0
    a1 = sum
    turned = ((d0 << 21) | (d1 >>> 11)) ^ a1
    d1 = ((d1 << 21) | (d0 >>> 11)) ^ a0
    d0 = turned
    // c += b; b <<<= 17; b ^= c; c <<<= 32
    sum = (c0 + b0) | 0
    c1 = (c1 + b1 + (((c0 & b0) | ((c0 | b0) & ~sum)) >>> 31)) | 0
    c0 = sum
    turned = ((b0 << 17) | (b1 >>> 15)) ^ c0
    b1 = ((b1 << 17) | (b0 >>> 15)) ^ c1
    b0 = turned
    a1 ^= instrument
    a0 ^= tag
    d0 ^= day
    d1 ^= node
    sum = (a1 + b0) | 0
    a0 = (a0 + b1 + (((a1 & b0) | ((a1 | b0) & ~sum)) >>> 31)) | 0
    a1 = sum
    turned = ((b0 << 13) | (b1 >>> 19)) ^ a1
    b1 = ((b1 << 13) | (b0 >>> 19)) ^ a0
    b0 = turned
    sum = (c1 + d0) | 0
    c0 = (c0 + d1 + (((c1 & d0) | ((c1 | d0) & ~sum)) >>> 31)) | 0
    c1 = sum
    turned = ((d0 << 16) | (d1 >>> 16)) ^ c1
    d1 = ((d1 << 16) | (d0 >>> 16)) ^ c0
    d0 = turned
    sum = (a0 + d0) | 0
    a1 = (a1 + d1 + (((a0 & d0) | ((a0 | d0) & ~sum)) >>> 31)) | 0
    a0 = sum
    turned = ((d0 << 21) | (d1 >>> 11)) ^ a0
    d1 = ((d1 << 21) | (d0 >>> 11)) ^ a1
    d0 = turned
    sum = (c1 + b0) | 0
    c0 = (c0 + b1 + (((c1 & b0) | ((c1 | b0) & ~sum)) >>> 31)) | 0
    c1 = sum
    turned = ((b0 << 17) | (b1 >>> 15)) ^ c1
    b1 = ((b1 << 17) | (b0 >>> 15)) ^ c0
    b0 = turned
    a0 ^= day
    a1 ^= node
    d1 ^= MESSAGE_LENGTH_WORD
    sum = (a0 + b0) | 0
    a1 = (a1 + b1 + (((a0 & b0) | ((a0 | b0) & ~sum)) >>> 31)) | 0
    a0 = sum
    turned = ((b0 << 13) | (b1 >>> 19)) ^ a0
    b1 = ((b1 << 13) | (b0 >>> 19)) ^ a1
    b0 = turned
    sum = (c0 + d0) | 0
    c1 = (c1 + d1 + (((c0 & d0) | ((c0 | d0) & ~sum)) >>> 31)) | 0
    c0 = sum
    turned = ((d0 << 16) | (d1 >>> 16)) ^ c0
    d1 = ((d1 << 16) | (d0 >>> 16)) ^ c1
    d0 = turned
    sum = (a1 + d0) | 0
    a0 = (a0 + d1 + (((a1 & d0) | ((a1 | d0) & ~sum)) >>> 31)) | 0
    a1 = sum
    turned = ((d0 << 21) | (d1 >>> 11)) ^ a1
    d1 = ((d1 << 21) | (d0 >>> 11)) ^ a0
    d0 = turned
    sum = (c0 + b0) | 0
    c1 = (c1 + b1 + (((c0 & b0) | ((c0 | b0) & ~sum)) >>> 31)) | 0
    c0 = sum
    turned = ((b0 << 17) | (b1 >>> 15)) ^ c0
    b1 = ((b1 << 17) | (b0 >>> 15)) ^ c1
    b0 = turned
    a0 ^= MESSAGE_LENGTH_WORD
    c1 ^= 0xff
    sum = (a1 + b0) | 0
    a0 = (a0 + b1 + (((a1 & b0) | ((a1 | b0) & ~sum)) >>> 31)) | 0
    a1 = sum
    turned = ((b0 << 13) | (b1 >>> 19)) ^ a1
    b1 = ((b1 << 13) | (b0 >>> 19)) ^ a0
    b0 = turned
    sum = (c1 + d0) | 0
    c0 = (c0 + d1 + (((c1 & d0) | ((c1 | d0) & ~sum)) >>> 31)) | 0
    c1 = sum
    turned = ((d0 << 16) | (d1 >>> 16)) ^ c1
    d1 = ((d1 << 16) | (d0 >>> 16)) ^ c0
    d0 = turned
    sum = (a0 + d0) | 0
    a1 = (a1 + d1 + (((a0 & d0) | ((a0 | d0) & ~sum)) >>> 31)) | 0
    a0 = sum
    turned = ((d0 << 21) | (d1 >>> 11)) ^ a0
    d1 = ((d1 << 21) | (d0 >>> 11)) ^ a1
    d0 = turned
    sum = (c1 + b0) | 0
    c0 = (c0 + b1 + (((c1 & b0) | ((c1 | b0) & ~sum)) >>> 31)) | 0
    c1 = sum
    turned = ((b0 << 17) | (b1 >>> 15)) ^ c1
    b1 = ((b1 << 17) | (b0 >>> 15)) ^ c0
    b0 = turned
    sum = (a0 + b0) | 0
    a1 = (a1 + b1 + (((a0 & b0) | ((a0 | b0) & ~sum)) >>> 31)) | 0
    a0 = sum
    turned = ((b0 << 13) | (b1 >>> 19)) ^ a0
    b1 = ((b1 << 13) | (b0 >>> 19)) ^ a1
    b0 = turned
    sum = (c0 + d0) | 0
    c1 = (c1 + d1 + (((c0 & d0) | ((c0 | d0) & ~sum)) >>> 31)) | 0
    c0 = sum
    turned = ((d0 << 16) | (d1 >>> 16)) ^ c0
    d1 = ((d1 << 16) | (d0 >>> 16)) ^ c1
    d0 = turned
    sum = (a1 + d0) | 0
    a0 = (a0 + d1 + (((a1 & d0) | ((a1 | d0) & ~sum)) >>> 31)) | 0
    a1 = sum
    turned = ((d0 << 21) | (d1 >>> 11)) ^ a1
    d1 = ((d1 << 21) | (d0 >>> 11)) ^ a0
    d0 = turned
    sum = (c0 + b0) | 0
    c1 = (c1 + b1 + (((c0 & b0) | ((c0 | b0) & ~sum)) >>> 31)) | 0
    c0 = sum
    turned = ((b0 << 17) | (b1 >>> 15)) ^ c0
    b1 = ((b1 << 17) | (b0 >>> 15)) ^ c1
    b0 = turned
    sum = (a1 + b0) | 0
    a0 = (a0 + b1 + (((a1 & b0) | ((a1 | b0) & ~sum)) >>> 31)) | 0
    a1 = sum
    turned = ((b0 << 13) | (b1 >>> 19)) ^ a1
    b1 = ((b1 << 13) | (b0 >>> 19)) ^ a0
    b0 = turned
    sum = (c1 + d0) | 0
    c0 = (c0 + d1 + (((c1 & d0) | ((c1 | d0) & ~sum)) >>> 31)) | 0
    c1 = sum
    turned = ((d0 << 16) | (d1 >>> 16)) ^ c1
    d1 = ((d1 << 16) | (d0 >>> 16)) ^ c0
    d0 = turned
    sum = (a0 + d0) | 0
    a1 = (a1 + d1 + (((a0 & d0) | ((a0 | d0) & ~sum)) >>> 31)) | 0
    a0 = sum
    turned = ((d0 << 21) | (d1 >>> 11)) ^ a0
    d1 = ((d1 << 21) | (d0 >>> 11)) ^ a1
    d0 = turned
    sum = (c1 + b0) | 0
    c0 = (c0 + b1 + (((c1 & b0) | ((c1 | b0) & ~sum)) >>> 31)) | 0
    c1 = sum
    turned = ((b0 << 17) | (b1 >>> 15)) ^ c1
    b1 = ((b1 << 17) | (b0 >>> 15)) ^ c0
    b0 = turned
    this.low = a0 ^ b0 ^ c0 ^ d0
    this.high = a1 ^ b1 ^ c1 ^ d1
  }
}

const WORD_VALUES = 4_294_967_296
const HALF_VALUES = 65_536

/** A number strictly between 0 and 1 out of a hash half. */
export const uniform = (half: number): number => ((half >>> 0) + 0.5) / WORD_VALUES
/** A coarser one out of the upper or lower sixteen bits, for choices. */
export const upperChoice = (half: number): number => ((half >>> 16) + 0.5) / HALF_VALUES
export const lowerChoice = (half: number): number => ((half & 0xffff) + 0.5) / HALF_VALUES
