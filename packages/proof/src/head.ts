import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { LABEL_BYTES, headLabel, headOpening } from './account-key.ts'
import { HASH_BYTES, U64_BYTES, compareBytes, equalBytes, utf8, writeU64 } from './bytes.ts'
import { hmacSha256 } from './sha256.ts'

/**
 * The head of an account's chain in the log: 49 bytes that only its owner can open and that say nothing to anybody else,
 * not even which entries belong to one account.
 */

const HEAD_ENTRY = 0x01
export const HEAD_ENTRY_BYTES = 1 + LABEL_BYTES + HASH_BYTES
const CONTEXT = utf8('rueda/head/v1\u0000')
/** So that a quiet minute looks like any other. */
const MIN_BATCH = 16
const PADDING_BYTES = HEAD_ENTRY_BYTES - 1

export type AccountHead = Readonly<{ sequence: number; head: Uint8Array }>

/** The entry of an account's head. */
export const headEntry = (key: Uint8Array, { sequence, head }: AccountHead): Uint8Array =>
  entryOf({ label: headLabel(key, sequence), opening: headOpening(key, sequence), sequence, head })

/** A head with what opens its entry: what evidence shows. */
export type OpenedHead = AccountHead & Readonly<{ label: Uint8Array; opening: Uint8Array }>

export function entryOf({ label, opening, sequence, head }: OpenedHead): Uint8Array {
  if (label.length !== LABEL_BYTES || head.length !== HASH_BYTES) throw new RangeError('A label has 16 bytes and a head 32')
  const message = new Uint8Array(CONTEXT.length + U64_BYTES + HASH_BYTES)
  message.set(CONTEXT)
  writeU64(message, CONTEXT.length, sequence)
  message.set(head, CONTEXT.length + U64_BYTES)
  const entry = new Uint8Array(HEAD_ENTRY_BYTES)
  entry[0] = HEAD_ENTRY
  entry.set(label, 1)
  entry.set(hmacSha256(opening, message), 1 + LABEL_BYTES)
  return entry
}

/** Whether an entry of the log is this head. */
export const isEntryOf = (entry: Uint8Array, opened: OpenedHead): boolean => equalBytes(entry, entryOf(opened))

/** The label of a head's entry; null for an entry of another kind. Padding has a label like any other. */
export const labelOf = (entry: Uint8Array): Uint8Array | null =>
  entry.length === HEAD_ENTRY_BYTES && entry[0] === HEAD_ENTRY ? entry.subarray(1, 1 + LABEL_BYTES) : null

/** How many random bytes the padding of a batch takes. */
export const paddingBytes = (heads: number): number => (batchSize(heads) - heads) * PADDING_BYTES

/** A checkpoint's heads in the order of their bytes, filled with random entries to a power of two: neither who came first nor how many is told. */
export function batchOfHeads(heads: readonly Uint8Array[], random: Uint8Array): readonly Uint8Array[] {
  if (random.length !== paddingBytes(heads.length)) throw new RangeError(`The padding takes ${paddingBytes(heads.length)} random bytes`)
  const padding = Array.from({ length: random.length / PADDING_BYTES }, (_, at) =>
    concatBytes(Uint8Array.of(HEAD_ENTRY), random.subarray(at * PADDING_BYTES, (at + 1) * PADDING_BYTES)),
  )
  const batch = [...heads, ...padding].toSorted(compareBytes)
  // In the order of their bytes, two entries of one label stand side by side.
  const repeated = batch.find((entry, at) => at > 0 && haveSameLabel(entry, batch[at - 1] ?? entry))
  if (repeated !== undefined) throw new Error(`Two heads have the label ${bytesToHex(repeated.subarray(1, 1 + LABEL_BYTES))}`)
  return batch
}

function haveSameLabel(one: Uint8Array, other: Uint8Array): boolean {
  for (let at = 1; at <= LABEL_BYTES; at += 1) if (one[at] !== other[at]) return false
  return true
}

function batchSize(heads: number): number {
  let size = MIN_BATCH
  while (size < heads) size *= 2
  return size
}

/** A label that two of these entries have: the sign of a fork. Null where there is none. */
export function repeatedLabel(entries: readonly Uint8Array[]): Uint8Array | null {
  const seen = new Set<string>()
  for (const entry of entries) {
    const label = labelOf(entry)
    if (label === null) continue
    const text = bytesToHex(label)
    if (seen.has(text)) return label
    seen.add(text)
  }
  return null
}
