import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base64, fromBase64, utf8 } from './bytes.ts'
import { type Outcome, accepted, refused } from './outcome.ts'
import { sha256 } from './sha256.ts'

/** The two signatures of the signed-note document that are used here, by the byte that names their type. */
export const NOTE_SIGNATURE = 0x01
export const COSIGNATURE = 0x04
export type SignatureType = typeof NOTE_SIGNATURE | typeof COSIGNATURE

export type VerifierKey = Readonly<{ name: string; id: number; type: SignatureType; publicKey: Uint8Array }>

const PUBLIC_KEY_BYTES = 32
const ID_HEX_DIGITS = 8
const KEY_TEXT = /^(?<name>[^+]+)\+(?<id>[0-9a-f]{8})\+(?<material>.+)$/u

/** A key's name is never empty and has neither spaces of any script nor a plus. */
export const isKeyName = (name: string): boolean => name.isWellFormed() && /^[^+\p{White_Space}\p{Cc}]+$/u.test(name)

export function verifierKey({ name, type, publicKey }: Omit<VerifierKey, 'id'>): VerifierKey {
  if (!isKeyName(name)) throw new TypeError(`"${name}" is no name of a key`)
  if (!isPublicKey(publicKey)) throw new TypeError('These bytes are no public key of Ed25519')
  return { name, type, publicKey, id: keyId(name, type, publicKey) }
}

/** The first four bytes of SHA-256(name ‖ newline ‖ type ‖ public key): an identifier, not a promise. */
function keyId(name: string, type: number, publicKey: Uint8Array): number {
  const hash = sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(type), publicKey))
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0)
}

/** Canonical, on the curve, and none of the eight points with which one signature serves many texts. */
function isPublicKey(bytes: Uint8Array): boolean {
  try {
    return bytes.length === PUBLIC_KEY_BYTES && !ed25519.Point.fromBytes(bytes).isSmallOrder()
  } catch {
    return false
  }
}

export function formatVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${hexId(id)}+${base64(concatBytes(Uint8Array.of(type), publicKey))}`
}

const hexId = (id: number): string => id.toString(16).padStart(ID_HEX_DIGITS, '0')

export function parseVerifierKey(text: string): Outcome<VerifierKey, 'malformed-key' | 'unsupported-key'> {
  const { name = '', id = '', material = '' } = KEY_TEXT.exec(text)?.groups ?? {}
  const bytes = fromBase64(material)
  if (!isKeyName(name) || bytes === null || bytes.length === 0) return refused('malformed-key')
  const [type] = bytes
  if (type !== NOTE_SIGNATURE && type !== COSIGNATURE) return refused('unsupported-key')
  const publicKey = bytes.subarray(1)
  if (!isPublicKey(publicKey) || hexId(keyId(name, type, publicKey)) !== id) return refused('malformed-key')
  return accepted(verifierKey({ name, type, publicKey }))
}

/** What may be keys in what somebody noted down: a text a line, or the whole answer of `/trust/keys`. */
export function linesOfKeys(text: string): readonly string[] {
  try {
    const { keys, receiptKeys } = JSON.parse(text) as Readonly<Record<string, unknown>>
    const named = [keys, receiptKeys].flatMap((each) => (Array.isArray(each) ? (each as unknown[]) : []))
    return named.filter((each) => typeof each === 'string')
  } catch {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  }
}

/** Those of some texts that are keys. */
export const keysOf = (texts: readonly string[]): readonly VerifierKey[] =>
  texts.flatMap((text) => {
    const key = parseVerifierKey(text)
    return key.ok ? [key.value] : []
  })

/** Two keys are the same key where they have the same public key, whatever they are called. */
export const publicKeyText = ({ publicKey }: VerifierKey): string => bytesToHex(publicKey)
