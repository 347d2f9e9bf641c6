import { sha256 as hasherOf } from '@noble/hashes/sha2.js'
import { HASH_BYTES } from './bytes.ts'

/**
 * SHA-256 and HMAC over it (RFC 2104), by the library's own steps on hashers that are kept: a log hashes a million short
 * messages, and making a hasher for each took three quarters of the time. What is returned is the caller's.
 */
const BLOCK_BYTES = 64
const INNER_PAD = 0x36
const OUTER_PAD = 0x5c

type Hasher = ReturnType<typeof hasherOf.create>

const fresh = hasherOf.create()
const kept = hasherOf.create()
const digest = new Uint8Array(HASH_BYTES)
const block = new Uint8Array(BLOCK_BYTES)

export function sha256(message: Uint8Array): Uint8Array {
  begin().update(message).digestInto(digest)
  return digest.slice()
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key
  begin().update(padded(short, INNER_PAD)).update(message).digestInto(digest)
  begin().update(padded(short, OUTER_PAD)).update(digest).digestInto(digest)
  block.fill(0)
  return digest.slice()
}

const begin = (): Hasher => fresh._cloneInto(kept)

function padded(key: Uint8Array, pad: number): Uint8Array {
  for (let at = 0; at < BLOCK_BYTES; at += 1) block[at] = (key[at] ?? 0) ^ pad
  return block
}
