import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { decoded } from './decoded.ts'

/**
 * Addresses of Bitcoin's main network: the older ones in Base58 with a double hash as check, the newer ones in Bech32,
 * whose witness program from version 1 on uses Bech32m (BIP 173, BIP 350).
 */
export const isBitcoinAddress = (text: string): boolean => isBase58Address(text) || isSegwitAddress(text)

const base58check = createBase58check(sha256)
/** Pay to public key hash and pay to script hash; other versions are other networks. */
const VERSIONS = [0x00, 0x05] as const
const BYTES_OF_ADDRESS = 21

function isBase58Address(text: string): boolean {
  const bytes = decoded(base58check, text)
  return bytes !== null && bytes.length === BYTES_OF_ADDRESS && VERSIONS.some((version) => version === bytes[0])
}

const PREFIX = 'bc'
const MAX_LENGTH = 90
const MAX_VERSION = 16
const MIN_BYTES = 2
const MAX_BYTES = 40
/** Version 0 has two programs only: the hash of a key and the hash of a script. */
const PROGRAMS_OF_VERSION_0 = [20, 32] as const

function isSegwitAddress(text: string): boolean {
  const old = decodeSegwit(bech32, text)
  if (old !== null) return old.version === 0 && PROGRAMS_OF_VERSION_0.some((length) => length === old.program.length)
  const recent = decodeSegwit(bech32m, text)
  return recent !== null && recent.version >= 1 && recent.version <= MAX_VERSION
}

type SegwitProgram = Readonly<{ version: number; program: Uint8Array }>

function decodeSegwit(coder: typeof bech32, text: string): SegwitProgram | null {
  const read = coder.decodeUnsafe(text, MAX_LENGTH)
  const version = read?.words[0]
  if (read === undefined || version === undefined || read.prefix !== PREFIX) return null
  const program = coder.fromWordsUnsafe(read.words.slice(1))
  if (program === undefined || program.length < MIN_BYTES || program.length > MAX_BYTES) return null
  return { version, program: new Uint8Array(program) }
}
