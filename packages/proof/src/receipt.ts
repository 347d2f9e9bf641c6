import { LABEL_BYTES } from './account-key.ts'
import { base64, hashFromBase64, utf8 } from './bytes.ts'
import { type CanonicalValue, canonicalJson } from './canonical-json.ts'
import { hashesOfLeaves, inclusionProof, leafHash, rootFromInclusion, rootOf } from './merkle.ts'
import { type NoteFault, type Signer, noteVerifier, openNote, signNote } from './note.ts'
import { type Outcome, accepted, refused } from './outcome.ts'
import { type ObjectOf, amount, count, hash, hexOf, listOf, moment, objectOf, orNull, text } from './schema.ts'
import type { VerifierKey } from './verifier-key.ts'

/** What the house signs of every command it answered. Many are signed at once: over the root of a small tree, of which each carries its way. */

const CONTENT = {
  origin: text,
  label: hexOf(LABEL_BYTES),
  /** Hash of the command that is answered. */
  command: hash,
  sequence: count,
  head: hash,
  /** Place in the day's input chain of an instrument, and the head it follows; null where the command is no input of a market. */
  input: orNull(objectOf({ instrument: text, number: count, previous: hash })),
  /** What the market stood at in the moment. */
  quote: orNull(objectOf({ bid: orNull(amount), ask: orNull(amount), last: orNull(amount) })),
  at: moment,
}
const BATCH = {
  index: count,
  size: count,
  path: listOf(text),
  /** Name of the key, and the signature as a note has it. */
  key: text,
  signature: text,
}

export type ReceiptContent = ObjectOf<typeof CONTENT>
export type Receipt = ReceiptContent & Readonly<{ batch: ObjectOf<typeof BATCH> }>

const isReceipt = objectOf({ ...CONTENT, batch: objectOf(BATCH) })
const isContent = objectOf(CONTENT)
const SIGNATURE = /— \S+ (?<signature>\S+)\n$/u
const MAX_PATH = 64

/** No checkpoint can be read out of it: its second line is no number. */
const signedText = (origin: string, size: number, root: Uint8Array): string => `rueda/receipts/v1\n${origin}\n${size}\n${base64(root)}\n`

const leafOf = (content: ReceiptContent): Uint8Array => leafHash(utf8(canonicalJson(content as CanonicalValue)))

/** Signs the receipts of one log at once. */
export function signReceipts(contents: readonly ReceiptContent[], signer: Signer): readonly Receipt[] {
  const [first] = contents
  if (first === undefined) return []
  if (!contents.every((content) => isContent(content) && content.origin === first.origin)) {
    throw new TypeError('Receipts that are signed together are whole, and of one log')
  }
  const size = contents.length
  const read = hashesOfLeaves(contents.map(leafOf))
  const note = signNote(signedText(first.origin, size, rootOf(size, read)), [signer])
  const signature = SIGNATURE.exec(note)?.groups?.['signature'] ?? ''
  return contents.map((content, index) => {
    const path = inclusionProof({ index, size }, read).map(base64)
    return { ...content, batch: { index, size, path, key: signer.name, signature } }
  })
}

export type ReceiptFault = NoteFault | 'malformed-receipt'

/** Reads a receipt and verifies its signature with the keys one knows of the log. */
export function verifyReceipt(receipt: unknown, keys: readonly VerifierKey[]): Outcome<ReceiptContent, ReceiptFault> {
  if (!isReceipt(receipt)) return refused('malformed-receipt')
  const note = noteOf(receipt)
  if (note === null) return refused('malformed-receipt')
  const opened = openNote(note, keys.map(noteVerifier))
  return opened.ok ? accepted(contentOf(receipt)) : opened
}

/** The signed note that a receipt's way through its batch leads to: what anybody can verify without the receipt. */
export function noteOf(receipt: Receipt): string | null {
  const { index, size, path, key, signature } = receipt.batch
  const proof = path.map(hashFromBase64).filter((sibling) => sibling !== null)
  if (proof.length !== path.length || proof.length > MAX_PATH) return null
  const root = rootFromInclusion({ index, size, leaf: leafOf(contentOf(receipt)), proof })
  return root === null ? null : `${signedText(receipt.origin, size, root)}\n— ${key} ${signature}\n`
}

function contentOf({ batch: _batch, ...content }: Receipt): ReceiptContent {
  return content
}
