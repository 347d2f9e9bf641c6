import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64, fromBase64, utf8 } from './bytes.ts'
import { type Outcome, accepted, refused } from './outcome.ts'
import { NOTE_SIGNATURE, type VerifierKey, isKeyName, verifierKey } from './verifier-key.ts'

/** Text signed by one or more keys (C2SP signed-note). The text counts only when a key that one trusts signed it. */

export const SIGNATURE_BYTES = 64
const ID_BYTES = 4
const MAX_NOTE_LENGTH = 1_000_000
const MAX_SIGNATURES = 100
const CONTROLS = /[\u0000-\u0009\u000b-\u001f]/u
const SIGNATURE_LINE = /^— (?<name>\S+) (?<signature>\S+)$/u

export type NoteSignature = Readonly<{ name: string; id: number; signature: Uint8Array; line: string }>
export type Note = Readonly<{ text: string; signatures: readonly NoteSignature[] }>

/** A key together with the way its type is verified over a note's text. */
export type Verifier = Readonly<{ key: VerifierKey; verify: (text: string, signature: Uint8Array) => boolean }>

export type Signer = Readonly<{ name: string; secretKey: Uint8Array }>

/** A key that signs the text of a note itself (type 0x01). */
export const noteKey = ({ name, secretKey }: Signer): VerifierKey =>
  verifierKey({ name, type: NOTE_SIGNATURE, publicKey: ed25519.getPublicKey(secretKey) })

export const noteVerifier = (key: VerifierKey): Verifier => ({
  key,
  verify: (text, signature) => isSignedBy(key, utf8(text), signature),
})

/** Strict as RFC 8032 has it: one encoding of a point, one of a number. */
export function isSignedBy({ publicKey }: VerifierKey, message: Uint8Array, signature: Uint8Array): boolean {
  return signature.length === SIGNATURE_BYTES && ed25519.verify(signature, message, publicKey, { zip215: false })
}

/** Signs a text, which ends with a newline, with every signer. */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!isNoteText(text)) throw new TypeError('The text of a note ends with a newline and has no control characters')
  if (signers.length === 0) throw new TypeError('A note is signed')
  const lines = signers.map((signer) => signatureLine(noteKey(signer), ed25519.sign(utf8(text), signer.secretKey)))
  return `${text}\n${lines.join('')}`
}

export const isNoteText = (text: string): boolean => text.endsWith('\n') && text.isWellFormed() && !CONTROLS.test(text)

export function signatureLine({ name, id }: VerifierKey, signature: Uint8Array): string {
  const keyId = new Uint8Array(ID_BYTES)
  new DataView(keyId.buffer).setUint32(0, id)
  return `— ${name} ${base64(concatBytes(keyId, signature))}\n`
}

/** Takes a note apart, and believes none of its signatures. */
export function parseNote(note: string): Outcome<Note, 'malformed-note'> {
  const blank = note.lastIndexOf('\n\n')
  if (note.length > MAX_NOTE_LENGTH || blank < 0 || !isNoteText(note)) return refused('malformed-note')
  const lines = note.slice(blank + 2, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) return refused('malformed-note')
  const signatures = lines.map(parseSignatureLine)
  if (signatures.some((signature) => signature === null)) return refused('malformed-note')
  return accepted({ text: note.slice(0, blank + 1), signatures: signatures.filter((signature) => signature !== null) })
}

function parseSignatureLine(line: string): NoteSignature | null {
  const { name = '', signature = '' } = SIGNATURE_LINE.exec(line)?.groups ?? {}
  const bytes = fromBase64(signature)
  if (!isKeyName(name) || bytes === null || bytes.length <= ID_BYTES) return null
  const id = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  return { name, id, signature: bytes.subarray(ID_BYTES), line: `${line}\n` }
}

/** Signatures that are true, each with the key that one knows it by. */
export type VerifiedNote = Readonly<{ text: string; signatures: readonly (NoteSignature & { key: VerifierKey })[] }>
export type NoteFault = 'malformed-note' | 'wrong-signature' | 'no-known-signature'

/**
 * Opens a note with the keys one knows. Signatures of other keys are passed over, even under a known name, and a line that
 * is repeated counts once; one wrong signature of a known key spoils the whole note.
 */
export function openNote(note: string, verifiers: readonly Verifier[]): Outcome<VerifiedNote, NoteFault> {
  const parsed = parseNote(note)
  if (!parsed.ok) return parsed
  const { text } = parsed.value
  const signatures = new Map(parsed.value.signatures.map((signature) => [signature.line, signature]))
  const known = [...signatures.values()].flatMap((signature) => {
    const verifier = verifierOf(signature, verifiers)
    return verifier === undefined ? [] : [{ signature, verifier }]
  })
  if (!known.every(({ signature, verifier }) => verifier.verify(text, signature.signature))) return refused('wrong-signature')
  if (known.length === 0) return refused('no-known-signature')
  return accepted({ text, signatures: known.map(({ signature, verifier }) => ({ ...signature, key: verifier.key })) })
}

function verifierOf({ name, id }: NoteSignature, verifiers: readonly Verifier[]): Verifier | undefined {
  const named = verifiers.filter(({ key }) => key.name === name && key.id === id)
  if (named.length > 1) throw new TypeError(`Two keys are called ${name} and have one id`)
  return named[0]
}
