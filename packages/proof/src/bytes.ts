import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const HASH_BYTES = 32

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const DIGIT_BITS = 6
const BYTE_BITS = 8
/** Three bytes are four digits. */
const GROUP_BYTES = 3
const GROUP_DIGITS = 4
const CANONICAL_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u

/** Standard base 64 with padding (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  const digits: string[] = []
  for (let at = 0; at < bytes.length; at += GROUP_BYTES) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + GROUP_BYTES)
    const group = (first << 16) | (second << BYTE_BITS) | third
    const count = Math.min(GROUP_BYTES, bytes.length - at) + 1
    for (let digit = 0; digit < GROUP_DIGITS; digit += 1) {
      digits.push(digit < count ? (ALPHABET[(group >> (DIGIT_BITS * (GROUP_DIGITS - 1 - digit))) & 63] ?? '') : '=')
    }
  }
  return digits.join('')
}

/** Reads only the one text that `base64` writes for these bytes: another spelling of the same bytes would be a second name for them. */
export function fromBase64(text: string): Uint8Array | null {
  if (!CANONICAL_BASE64.test(text)) return null
  const digits = text.replace(/=+$/u, '')
  const bytes = new Uint8Array(Math.floor((digits.length * DIGIT_BITS) / BYTE_BITS))
  let bits = 0
  let held = 0
  let at = 0
  for (const digit of digits) {
    bits = (bits << DIGIT_BITS) | ALPHABET.indexOf(digit)
    held += DIGIT_BITS
    if (held < BYTE_BITS) continue
    held -= BYTE_BITS
    bytes[at] = bits >> held
    bits &= (1 << held) - 1
    at += 1
  }
  return bits === 0 ? bytes : null
}

/** Text as UTF-8. A lone surrogate has none, and would be replaced without a word. */
export function utf8(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new TypeError('The text has a lone surrogate')
  return utf8ToBytes(text)
}

/** Reads UTF-8 strictly; null where the bytes are none. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return decodeURIComponent(bytesToHex(bytes).replaceAll(/../gu, '%$&'))
  } catch {
    return null
  }
}

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean => compareBytes(one, other) === 0

/** Order by bytes, the shorter first where one begins with the other. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const shared = Math.min(one.length, other.length)
  for (let at = 0; at < shared; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

export const U64_BYTES = 8
const U32_VALUES = 2 ** 32
const BYTE_VALUES = 256

/** A whole number in eight bytes, the greatest first. */
export function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(U64_BYTES)
  writeU64(bytes, 0, value)
  return bytes
}

/** The same into bytes that are there and hold nothing yet. */
export function writeU64(bytes: Uint8Array, from: number, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number that is counted exactly`)
  let at = from + U64_BYTES - 1
  for (let rest = value; rest > 0; rest = Math.floor(rest / BYTE_VALUES)) {
    bytes[at] = rest % BYTE_VALUES
    at -= 1
  }
}

/** Reads eight bytes; null beyond what is counted exactly. */
export function fromU64(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, U64_BYTES)
  const value = view.getUint32(0) * U32_VALUES + view.getUint32(U64_BYTES / 2)
  return Number.isSafeInteger(value) ? value : null
}

const DECIMAL = /^(?:0|[1-9][0-9]{0,15})$/u

/** A count as checkpoints, proofs and requests write it: decimal, without leading zeroes. */
export function fromDecimal(text: string): number | null {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : null
}

/** Reads a hash of 32 bytes in base 64. */
export function hashFromBase64(text: string): Uint8Array | null {
  const bytes = fromBase64(text)
  return bytes?.length === HASH_BYTES ? bytes : null
}
