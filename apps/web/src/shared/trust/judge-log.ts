import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@rueda/proof/bytes.ts'
import { type Checkpoint, parseCheckpoint } from '@rueda/proof/checkpoint.ts'
import { decodeEntry } from '@rueda/proof/entries.ts'
import { isKeyChangeBy } from '@rueda/proof/key-change.ts'
import { type Consistency, type ReadHash, consistencyProof, verifyConsistency } from '@rueda/proof/merkle.ts'
import { parseNote } from '@rueda/proof/note.ts'
import { type Policy, judgeCheckpoint } from '@rueda/proof/policy.ts'
import { NOTE_SIGNATURE, type VerifierKey, formatVerifierKey, parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import { equalBytes } from '@rueda/proof/bytes.ts'
import type { ContradictionKind, Evidence, KeptLog } from './kept.ts'
import { type Bundle, type LogReading, isOfTree } from './reading.ts'
import { type Witnessing, witnessingOf } from './witnessing.ts'

/** What a checkpoint was found to be: believed, or against what is kept. `unreadable` says nothing about anybody. */
export type LogVerdict =
  | Readonly<{ kind: 'believed'; log: KeptLog; checkpoint: Checkpoint; hashes: ReadHash; fresh: readonly Bundle[] }>
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{ kind: 'against'; fault: ContradictionKind; evidence: Partial<Evidence> }>

const UNREADABLE = { kind: 'unreadable' } as const
const against = (fault: ContradictionKind, evidence: Partial<Evidence> = {}): LogVerdict => ({ kind: 'against', fault, evidence })

/**
 * Judges what was read of the log by what is kept of it; a device that has nothing keeps what it sees. `pinned` are the witnesses it counted on
 * before it began anew.
 */
export function judgeLog(kept: KeptLog | null, pinned: Witnessing | undefined, reading: LogReading, now: number): LogVerdict {
  const shown = checkpointIn(reading.note)
  if (shown === null) return UNREADABLE
  if (kept === null) return firstSight(reading, shown, pinned, now)
  if (shown.origin !== kept.origin) return against('another-log')
  const keys = withSuccessors(kept, 'checkpoints', kept.keys, reading.bundles)
  // Somebody who was away for long has not read yet who signs now.
  if (!isSigned(reading.note, keys)) return readTo(kept, reading) < shown.size ? UNREADABLE : against('unknown-key')
  const contradiction = againstTree(kept, shown, reading)
  if (contradiction !== null) return contradiction
  if (reading.hashes === null) return UNREADABLE
  const foreign = reading.bundles.find((bundle) => !isOfTree(bundle, shown, reading.hashes ?? noHash))
  if (foreign !== undefined) return against('entry-changed', { logEntries: inHex(foreign) })
  const known = kept.receiptKeys ?? []
  const receiptKeys = known.length === 0 ? ofReceipts(kept, reading.receiptKeys) : withSuccessors(kept, 'receipts', known, reading.bundles)
  const witnessing = witnessingOf(kept.witnessing, reading, policyOf(keys).logs, now)
  const log = { ...kept, keys, receiptKeys, checkpoint: reading.note, size: shown.size, readTo: readTo(kept, reading), witnessing }
  return { kind: 'believed', log, checkpoint: shown, hashes: reading.hashes, fresh: reading.bundles }
}

const readTo = (kept: KeptLog, { bundles }: LogReading): number =>
  bundles.reduce((to, { first, entries }) => Math.max(to, first + entries.length), kept.readTo)

/** The checkpoint in a note, whoever signed it. */
export function checkpointIn(note: string): Checkpoint | null {
  const parsed = parseNote(note)
  const checkpoint = parsed.ok ? parseCheckpoint(parsed.value.text) : parsed
  return checkpoint.ok ? checkpoint.value : null
}

/** Nothing contradicts what is seen first; but it is kept only where the house signed it with a key that it names. */
function firstSight(reading: LogReading, shown: Checkpoint, pinned: Witnessing | undefined, now: number): LogVerdict {
  const { note, keys, receiptKeys, hashes } = reading
  const signed = keys.filter((key) => isSigned(note, [key]))
  if (signed.length === 0 || hashes === null) return UNREADABLE
  const { origin, size } = shown
  const log = {
    ...{ origin, keys: signed, receiptKeys: ofReceipts({ origin }, receiptKeys) },
    ...{ checkpoint: note, size, readTo: size, pinnedAt: now },
    witnessing: witnessingOf(pinned, reading, policyOf(signed).logs, now),
  }
  return { kind: 'believed', log, checkpoint: shown, hashes, fresh: [] }
}

/** Whether one of these keys signed the checkpoint in a note, under its own origin. No witness is asked: it is the house's word. */
export const isSigned = (note: string, keys: readonly string[]): boolean => judgeCheckpoint(note, policyOf(keys)).ok

/** Whoever believes these keys of the log, and asks no witness. */
export function policyOf(keys: readonly string[]): Policy {
  const logs = keys.flatMap((text) => keyOf(text) ?? []).map((key) => ({ key, url: null }))
  return { logs, witnesses: new Map(), groups: new Map(), quorum: 'none' }
}

export function keyOf(text: string): VerifierKey | null {
  const key = parseVerifierKey(text)
  return key.ok && key.value.type === NOTE_SIGNATURE ? key.value : null
}

/** Receipts are signed under a name of their own, so that none of them can be taken for a checkpoint. */
const nameOf = { checkpoints: (origin: string) => origin, receipts: (origin: string) => `${origin}/receipts` } as const

const ofReceipts = ({ origin }: Pick<KeptLog, 'origin'>, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => keyOf(key)?.name === nameOf.receipts(origin))

/** The believed keys of a purpose with those that the newest of them signed for, in the order of the log. */
function withSuccessors(
  { origin }: KeptLog,
  purpose: keyof typeof nameOf,
  keys: readonly string[],
  bundles: readonly Bundle[],
): readonly string[] {
  const believed = [...keys]
  for (const bytes of bundles.flatMap(({ entries }) => entries)) {
    const entry = decodeEntry(bytes)
    if (!entry.ok || entry.value.kind !== 'key' || entry.value.purpose !== purpose) continue
    const newest = keyOf(believed[0] ?? '')
    const next = keyOf(entry.value.key)
    const text = next === null ? '' : formatVerifierKey(next)
    if (believed.includes(text)) continue
    if (newest !== null && next?.name === nameOf[purpose](origin) && isKeyChangeBy(entry.value, origin, newest)) believed.unshift(text)
  }
  return believed
}

/** Whether the believed tree and the shown one are parts of one log; null where they are. */
function againstTree(kept: KeptLog, shown: Checkpoint, { hashes, believedHashes }: LogReading): LogVerdict | null {
  const believed = checkpointIn(kept.checkpoint)
  if (believed === null) return null
  if (shown.size === believed.size) return equalBytes(shown.root, believed.root) ? null : against('two-trees')
  if (shown.size < believed.size) {
    const behind = between(shown, believed, believedHashes)
    return behind?.holds === false ? against('two-trees', proofOf(behind)) : against('older-checkpoint')
  }
  const grown = between(believed, shown, hashes)
  if (grown === null) return UNREADABLE
  return grown.holds ? null : against('log-rewritten', proofOf(grown))
}

type Between = Readonly<{ holds: boolean; proof: readonly Uint8Array[] }>

function between(older: Checkpoint, newer: Checkpoint, read: ReadHash | null): Between | null {
  if (read === null) return null
  const sizes = { oldSize: older.size, size: newer.size }
  const proof = consistencyProof(sizes, read)
  const consistency: Consistency = { ...sizes, oldRoot: older.root, root: newer.root, proof }
  return { holds: verifyConsistency(consistency), proof }
}

const proofOf = ({ proof }: Between): Partial<Evidence> => ({ consistencyProof: proof.map(base64) })

export const inHex = ({ first, entries }: Bundle): Evidence['logEntries'] =>
  entries.map((entry, at) => ({ entry: first + at, bytes: bytesToHex(entry) }))

const noHash: ReadHash = () => new Uint8Array()
