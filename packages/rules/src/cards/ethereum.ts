import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'

/**
 * Addresses of Ethereum, which its tokens share. In capitals and small letters mixed, the letters check the digits (EIP-55); written in one
 * case, nothing shows a wrong digit.
 */
export type EthereumCheck = 'checked' | 'unchecked' | 'wrong'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/u
const PREFIX = '0x'
/** A letter is a capital where the hash has a digit of eight or more. */
const CAPITAL_FROM = 8
const ZERO_ADDRESS = /^0x0{40}$/u

export function checkEthereumAddress(text: string): EthereumCheck {
  // Nobody has the key of the zero address: money sent there is lost.
  if (!ADDRESS.test(text) || ZERO_ADDRESS.test(text)) return 'wrong'
  const digits = text.slice(PREFIX.length)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'unchecked'
  return withChecksum(digits) === digits ? 'checked' : 'wrong'
}

function withChecksum(digits: string): string {
  const hash = hex.encode(keccak_256(utf8ToBytes(digits.toLowerCase())))
  return [...digits.toLowerCase()].map((sign, place) => (isCapital(hash, place) ? sign.toUpperCase() : sign)).join('')
}

const isCapital = (hash: string, place: number): boolean => Number.parseInt(hash[place] ?? '0', 16) >= CAPITAL_FROM
