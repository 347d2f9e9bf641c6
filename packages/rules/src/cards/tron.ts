import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { decoded } from './decoded.ts'

const base58check = createBase58check(sha256)
const PREFIX = 0x41
/** With the four bytes of the check, which the coder takes off, there are 25. */
const BYTES_OF_ADDRESS = 21

export function isTronAddress(text: string): boolean {
  const bytes = decoded(base58check, text)
  return bytes !== null && bytes.length === BYTES_OF_ADDRESS && bytes[0] === PREFIX
}
