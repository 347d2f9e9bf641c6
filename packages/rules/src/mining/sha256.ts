/**
 * SHA-256 in the plain language, for server and browser alike. First that of a challenge and a nonce (`docs/rules/mining.md` E.9): 32 and 8
 * bytes, which fit into one block. The browser's worker searches
 * with it and the server checks with it; the database checks every share once more with a SHA-256 of its own.
 */
const WORDS_OF_CHALLENGE = 8
const WORDS_OF_HASH = 8
const WORDS_OF_BLOCK = 16
const ROUNDS = 64
const HEX_OF_WORD = 8
const HEXADECIMAL = 16
/** Position of the nonce's two words in the block, of the bit that ends the message, and of its length in bits. */
const NONCE_AT = 8
const END_AT = 10
const LENGTH_AT = 15
const END_BIT = 0x80000000
const MESSAGE_BITS = 320

/** Thirty-two bits each of the fractional parts of the cube roots of the first 64 primes, as FIPS 180-4 gives them. */
const CONSTANTS = Int32Array.of(
  ...[0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5],
  ...[0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174],
  ...[0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da],
  ...[0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967],
  ...[0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85],
  ...[0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070],
  ...[0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3],
  ...[0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2],
)
/** The same of the square roots of the first eight primes: where every hash begins. */
const BEGINNING = Int32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19)

/** The words of a hash, the first the most significant; overwritten by the next hash of the same hasher. */
export type HashWords = Int32Array
/** The hash of the challenge followed by this nonce, given as its higher and its lower 32 bits. */
export type Hasher = (nonceHigh: number, nonceLow: number) => HashWords

/** Prepares the hashing of one challenge (64 hexadecimal digits). */
export function createHasher(challenge: string): Hasher {
  const schedule = new Int32Array(ROUNDS)
  const hash = new Int32Array(WORDS_OF_HASH)
  schedule.set(wordsOf(challenge).subarray(0, WORDS_OF_CHALLENGE))
  schedule[END_AT] = END_BIT
  schedule[LENGTH_AT] = MESSAGE_BITS
  return (nonceHigh, nonceLow) => {
    schedule[NONCE_AT] = nonceHigh
    schedule[NONCE_AT + 1] = nonceLow
    compress(schedule, hash, BEGINNING)
    return hash
  }
}

/** Hexadecimal digits as words of 32 bits. */
export const wordsOf = (hexadecimal: string): Int32Array =>
  Int32Array.from({ length: hexadecimal.length / HEX_OF_WORD }, (_, index) =>
    Number.parseInt(hexadecimal.slice(index * HEX_OF_WORD, (index + 1) * HEX_OF_WORD), HEXADECIMAL),
  )

/** Words of 32 bits as hexadecimal digits, eight a word. */
export const hexadecimalOf = (words: Iterable<number>): string =>
  Array.from(words, (word) => (word >>> 0).toString(HEXADECIMAL).padStart(HEX_OF_WORD, '0')).join('')

/** SHA-256 of any bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const blocks = Math.ceil((bytes.length + 1 + BYTES_OF_LENGTH) / BYTES_OF_BLOCK)
  const padded = new DataView(new ArrayBuffer(blocks * BYTES_OF_BLOCK))
  for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte)
  padded.setUint8(bytes.length, END_BYTE)
  padded.setBigUint64(padded.byteLength - BYTES_OF_LENGTH, BigInt(bytes.length) * BITS_OF_BYTE)
  const schedule = new Int32Array(ROUNDS)
  const hash = Int32Array.from(BEGINNING)
  for (let block = 0; block < blocks; block += 1) {
    for (let word = 0; word < WORDS_OF_BLOCK; word += 1) {
      schedule[word] = padded.getInt32(block * BYTES_OF_BLOCK + word * BYTES_OF_WORD)
    }
    compress(schedule, hash, hash)
  }
  const result = new DataView(new ArrayBuffer(WORDS_OF_HASH * BYTES_OF_WORD))
  for (const [at, word] of hash.entries()) result.setInt32(at * BYTES_OF_WORD, word)
  return new Uint8Array(result.buffer)
}

/** HMAC with SHA-256 (RFC 2104). */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BYTES_OF_BLOCK ? sha256(key) : key
  const pad = (filling: number): Uint8Array => Uint8Array.from({ length: BYTES_OF_BLOCK }, (_, at) => (short[at] ?? 0) ^ filling)
  return sha256(joinBytes(pad(OUTER_PAD), sha256(joinBytes(pad(INNER_PAD), message))))
}

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const BYTES_OF_WORD = 4
const BYTES_OF_BLOCK = 64
const BYTES_OF_LENGTH = 8
const BITS_OF_BYTE = 8n
const END_BYTE = 0x80
const INNER_PAD = 0x36
const OUTER_PAD = 0x5c

/** One block of FIPS 180-4: fills the schedule from its first 16 words, and writes the hash that follows from the one before. */
function compress(schedule: Int32Array, hash: Int32Array, before: Int32Array): void {
  for (let at = WORDS_OF_BLOCK; at < ROUNDS; at += 1) {
    const near = schedule[at - 2] ?? 0
    const far = schedule[at - 15] ?? 0
    const nearMixed = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10)
    const farMixed = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3)
    schedule[at] = ((schedule[at - 16] ?? 0) + farMixed + (schedule[at - 7] ?? 0) + nearMixed) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before
  for (let at = 0; at < ROUNDS; at += 1) {
    const mixedE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const chosen = (e & f) ^ (~e & g)
    const first = (h + mixedE + chosen + (CONSTANTS[at] ?? 0) + (schedule[at] ?? 0)) | 0
    const mixedA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + mixedA + majority) | 0
  }
  hash[0] = (before[0] ?? 0) + a
  hash[1] = (before[1] ?? 0) + b
  hash[2] = (before[2] ?? 0) + c
  hash[3] = (before[3] ?? 0) + d
  hash[4] = (before[4] ?? 0) + e
  hash[5] = (before[5] ?? 0) + f
  hash[6] = (before[6] ?? 0) + g
  hash[7] = (before[7] ?? 0) + h
}
