import { bytesToHex } from '@noble/hashes/utils.js'
import { LABEL_BYTES } from './account-key.ts'
import { HASH_BYTES, utf8 } from './bytes.ts'
import { type CanonicalValue, canonicalJson } from './canonical-json.ts'
import { type NoteFault, type Signer, noteVerifier, openNote, signNote } from './note.ts'
import { type Outcome, accepted, refused } from './outcome.ts'
import { type ObjectOf, count, hash, hexOf, listOf, noteText, objectOf, oneOf, orNull, proofText, text } from './schema.ts'
import type { VerifierKey } from './verifier-key.ts'
import { sha256 } from './sha256.ts'

/**
 * A statement or a confirmation that can be checked without whoever made it: its data, the house's signature over their hash, and the head of
 * the account's chain that it stands on, with the proof that the log has it once a checkpoint covers it. What is signed are the data, never a
 * picture of them: a PDF of the same data has the same hash.
 */
export const DOCUMENT_FORMAT = 'rueda/document/v1'

/** The head that a document stands on, with what opens its entry in the log, and that one alone. */
const HEAD = { sequence: count, head: hash, label: hexOf(LABEL_BYTES), opening: hexOf(HASH_BYTES) }
export type DocumentHead = ObjectOf<typeof HEAD>

const kinds = ['statement', 'confirmation'] as const
export type DocumentKind = (typeof kinds)[number]

const isAnything = (value: unknown): value is CanonicalValue => typeof value === 'object' && value !== null

const isDocument = objectOf({
  format: oneOf(DOCUMENT_FORMAT),
  kind: oneOf(...kinds),
  origin: text,
  document: isAnything,
  head: objectOf(HEAD),
  note: noteText,
  proof: orNull(proofText),
  /** The keys that the house names; whoever checks pins keys of their own. */
  keys: listOf(text),
  receiptKeys: listOf(text),
})
export type SignedDocument = Readonly<{
  format: typeof DOCUMENT_FORMAT
  kind: DocumentKind
  origin: string
  document: CanonicalValue
  head: DocumentHead
  note: string
  proof: string | null
  keys: readonly string[]
  receiptKeys: readonly string[]
}>

/** SHA-256, in hex, over the data in their one spelling (RFC 8785). */
export const documentHash = (document: CanonicalValue): string => bytesToHex(sha256(utf8(canonicalJson(document))))

export type DocumentContent = Pick<SignedDocument, 'kind' | 'origin' | 'document' | 'head'>

/** No checkpoint can be read out of it, and no batch of receipts: its first line is its own. */
const signedText = ({ kind, origin, document, head: { sequence, head, label } }: DocumentContent): string =>
  `${[DOCUMENT_FORMAT, origin, kind, documentHash(document), sequence, head, label].join('\n')}\n`

/** Signs with the key of receipts, under its name. */
export const signDocument = (content: DocumentContent, signer: Signer): string => signNote(signedText(content), [signer])

export type DocumentFault = NoteFault | 'malformed-document' | 'other-document'

/** Reads a signed document and verifies its signature; the proof of its head is verified beside it. */
export function verifyDocument(value: unknown, keys: readonly VerifierKey[]): Outcome<SignedDocument, DocumentFault> {
  const document = readDocument(value)
  if (document === null) return refused('malformed-document')
  const opened = openNote(document.note, keys.map(noteVerifier))
  if (!opened.ok) return opened
  return opened.value.text === signedText(document) ? accepted(document) : refused('other-document')
}

/** A document as it stands in a file, believed by nobody; null for another value. */
export function readDocument(value: unknown): SignedDocument | null {
  try {
    // Data without a canonical form have no hash that anybody could sign.
    return isDocument(value) && canonicalJson(value.document) !== '' ? value : null
  } catch {
    return null
  }
}
