import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bech32, createBase58check } from '@scure/base'
import type { Network } from '../cards/networks.ts'

/**
 * An address to pay to, made of twenty bytes that belong to one customer and one network. It has the checksum of its
 * network, so that a digit typed wrong is noticed before anything is sent (`docs/rules/cards.md` E.12).
 */
export function addressOf(network: Network, key: Uint8Array): string {
  if (key.length !== KEY_BYTES) throw new Error(`an address is made of ${KEY_BYTES} bytes, not ${key.length}`)
  if (network === 'BTC') return bech32.encode('bc', [WITNESS_VERSION, ...bech32.toWords(key)])
  if (network === 'TRC20') return base58check.encode(Uint8Array.of(TRON_PREFIX, ...key))
  return `0x${withMixedCase(hexOf(key))}`
}

export const KEY_BYTES = 20
const WITNESS_VERSION = 0
const TRON_PREFIX = 0x41
const base58check = createBase58check(sha256)

const HEX = 16
const FIRST_UPPER = 8

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(HEX).padStart(2, '0')).join('')

/** EIP-55: a letter is a capital where the hash of the lower case has eight or more. */
function withMixedCase(hex: string): string {
  const digest = hexOf(keccak_256(Uint8Array.from(hex, (digit) => digit.codePointAt(0) ?? 0)))
  return [...hex].map((digit, at) => (Number.parseInt(digest[at] ?? '0', HEX) >= FIRST_UPPER ? digit.toUpperCase() : digit)).join('')
}
