import { ed25519 } from '@noble/curves/ed25519.js'
import { base64, fromBase64, utf8 } from './bytes.ts'
import type { LogEntry } from './entries.ts'
import { isSignedBy } from './note.ts'
import { type VerifierKey, formatVerifierKey } from './verifier-key.ts'

/** A key hands over to the next one: whoever believed the old key can believe the new one without asking anybody. */

type KeyEntry = Extract<LogEntry, { kind: 'key' }>
/** The key of the days never changes: another one would let its owner choose among days. */
type Changing = Exclude<KeyEntry['purpose'], 'days'>
export type KeyChange = Readonly<{ origin: string; purpose: Changing }> & Pick<KeyEntry, 'at' | 'key'>

const message = ({ origin, at, purpose, key }: KeyChange): Uint8Array => utf8(`rueda/key/v1\n${[origin, purpose, at, key].join('\n')}\n`)

/** The entry of a key that the one before signs for. */
export function signKeyChange(change: KeyChange, old: Readonly<{ key: VerifierKey; secretKey: Uint8Array }>): KeyEntry {
  const { at, purpose, key } = change
  const signature = base64(ed25519.sign(message(change), old.secretKey))
  return { kind: 'key', at, purpose, key, beacon: null, signedBy: { key: formatVerifierKey(old.key), signature } }
}

/** Whether the key one believes signed for this one. */
export function isKeyChangeBy(entry: KeyEntry, origin: string, believed: VerifierKey): boolean {
  const { purpose } = entry
  if (purpose === 'days') return false
  const signature = entry.signedBy === null ? null : fromBase64(entry.signedBy.signature)
  if (signature === null || entry.signedBy?.key !== formatVerifierKey(believed)) return false
  return isSignedBy(believed, message({ ...entry, purpose, origin }), signature)
}
