import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { headLabel, headOpening, keyCommitment } from '@rueda/proof/account-key.ts'
import { base64 } from '@rueda/proof/bytes.ts'
import type { Checkpoint } from '@rueda/proof/checkpoint.ts'
import { headEntry, labelOf } from '@rueda/proof/head.ts'
import { type ReadHash, inclusionProof, leafHash, verifyInclusion } from '@rueda/proof/merkle.ts'
import { follow } from './chain.ts'
import { judgeReceipts } from './judge-receipts.ts'
import type { ContradictionKind, Evidence, Head, KeptAccount, KeptLog, KeptReceipt, SeenHead, TakenReceipt, WaitingHead } from './kept.ts'
import type { AccountReading, Bundle } from './reading.ts'

export type AccountVerdict =
  | Readonly<{ kind: 'believed'; account: KeptAccount; receipts: readonly KeptReceipt[]; taken: readonly TakenReceipt[] }>
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{ kind: 'against'; fault: ContradictionKind; evidence: Partial<Evidence> }>

/** The verified log beside the account; null where it could not be read or was not believed. */
export type VerifiedLog = Readonly<{ log: KeptLog; checkpoint: Checkpoint; hashes: ReadHash; fresh: readonly Bundle[] }>
/** What is kept of an account: null where the device has not seen it, and its receipts. */
export type KeptOfAccount = Readonly<{ account: KeptAccount | null; receipts: readonly KeptReceipt[] }>
/** The moment, and whether the device looked without a long pause before it. */
export type Moment = Readonly<{ now: number; watchedFrom: number }>

const MAX_HEADS = 20
const KEY = /^[0-9a-f]{64}$/u
const HASH = /^[0-9a-f]{64}$/u
const against = (fault: ContradictionKind, evidence: Partial<Evidence> = {}): AccountVerdict => ({ kind: 'against', fault, evidence })

/** Judges what an account shows by what is kept of it, and by the log. */
export function judgeAccount(
  { account: kept, receipts }: KeptOfAccount,
  reading: AccountReading,
  log: VerifiedLog | null,
  moment: Moment,
): AccountVerdict {
  // A head that is none is no statement; and before its first entry an account has nothing to show.
  if (!KEY.test(reading.key) || !HASH.test(reading.newest.head)) return { kind: 'unreadable' }
  const key = hexToBytes(reading.key)
  const commitment = bytesToHex(keyCommitment(key))
  if (kept !== null && kept.keyCommitment !== commitment) return against('account-key-changed')
  const chain = chainFrom(kept, reading, commitment)
  if (typeof chain === 'string') return against(chain)
  const missing = kept === null ? null : againstSeen(kept, reading, chain.heads)
  if (missing !== null) return against(missing)
  const logged = log === null ? [] : loggedHeads(reading.receipts, chain.newest.sequence, log.checkpoint.size)
  const proven = logged.at(-1)
  const absence = proven === undefined || log === null ? null : notIncluded(key, proven, log)
  if (absence !== null) return against('head-missing', absence)
  const twice = log === null ? null : labelTwice(key, kept, reading, log.fresh)
  if (twice !== null) return against('label-twice', { logEntries: twice })
  const heads = keptHeads(key, kept, logged)
  const covered = Math.max(proven?.sequence ?? 0, heads.at(-1)?.sequence ?? 0)
  const judged = judgeReceipts(receipts, { key, reading, newest: chain.newest, covered, log })
  if (!judged.ok) return against(judged.fault, { receipts: [judged.receipt] })
  const waiting = waitingAt(kept?.waiting ?? null, chain.newest.sequence, covered, moment)
  return {
    kind: 'believed',
    account: { id: reading.id, keyCommitment: commitment, coversKey: chain.coversKey, newest: chain.newest, heads, waiting },
    receipts: judged.receipts,
    taken: judged.taken,
  }
}

type Chain = Readonly<{ newest: Head; heads: readonly Head[]; coversKey: boolean }>

/** The chain from the newest head that was seen to the newest that is shown, every hash computed anew. */
function chainFrom(kept: KeptAccount | null, { entries, isWhole, newest }: AccountReading, commitment: string): Chain | ContradictionKind {
  if (kept === null) return { newest, heads: [newest], coversKey: false }
  if (newest.sequence < kept.newest.sequence) return 'history-cut'
  const newer = entries.filter(({ sequence }) => sequence > kept.newest.sequence)
  // A device that kept this before chains covered keys does not know it.
  const link = follow({ head: kept.newest, coversKey: kept.coversKey === true }, newer, commitment)
  if (!link.ok) return link.unlike === 'key' ? 'account-key-changed' : 'history-changed'
  const isEnd = link.head.sequence === newest.sequence && link.head.head === newest.head
  if (isWhole && !isEnd) return 'history-changed'
  return { newest: link.head, heads: [kept.newest, ...link.heads], coversKey: link.coversKey }
}

/** Heads that were seen are still shown, the same and in the same places, and new ones are those of the chain. */
function againstSeen(kept: KeptAccount, { receipts }: AccountReading, chain: readonly Head[]): ContradictionKind | null {
  const shown = new Map(receipts.map((receipt) => [receipt.sequence, receipt]))
  for (const seen of kept.heads) {
    const now = shown.get(seen.sequence)
    if (now === undefined || now.entry === null) return 'history-cut'
    if (now.head !== seen.head) return 'history-changed'
    if (now.entry !== seen.entry) return 'label-twice'
  }
  const isOther = chain.some(({ sequence, head }) => (shown.get(sequence)?.head ?? head) !== head)
  return isOther ? 'history-changed' : null
}

export type LoggedHead = Head & Readonly<{ entry: number }>

/** Heads that the house says are in the log, as far as chain and checkpoint reach. */
export const loggedHeads = (receipts: AccountReading['receipts'], newest: number, size: number): readonly LoggedHead[] =>
  receipts.flatMap(({ sequence, head, entry }) => (entry !== null && entry < size && sequence <= newest ? [{ sequence, head, entry }] : []))

function notIncluded(
  key: Uint8Array,
  { sequence, head, entry }: LoggedHead,
  { checkpoint, hashes }: VerifiedLog,
): Partial<Evidence> | null {
  const { size, root } = checkpoint
  const leaf = leafHash(headEntry(key, { sequence, head: hexToBytes(head) }))
  const proof = inclusionProof({ index: entry, size }, hashes)
  if (verifyInclusion({ leaf, index: entry, size, root, proof })) return null
  return { inclusionProof: { entry, hashes: proof.map(base64) } }
}

/** An entry among the new ones that has the label of an own head and is not where the house says that head is. */
function labelTwice(
  key: Uint8Array,
  kept: KeptAccount | null,
  { receipts }: AccountReading,
  fresh: readonly Bundle[],
): Evidence['logEntries'] | null {
  const told = new Map<string, number>()
  for (const { sequence, entry } of [...(kept?.heads ?? []), ...receipts])
    if (entry !== null) told.set(bytesToHex(headLabel(key, sequence)), entry)
  for (const { first, entries } of fresh) {
    for (const [at, bytes] of entries.entries()) {
      const label = labelOf(bytes)
      const place = label === null ? undefined : told.get(bytesToHex(label))
      if (place !== undefined && place !== first + at) return [{ entry: first + at, bytes: bytesToHex(bytes) }]
    }
  }
  return null
}

function keptHeads(key: Uint8Array, kept: KeptAccount | null, logged: readonly LoggedHead[]): readonly SeenHead[] {
  const before = kept?.heads ?? []
  const newest = before.at(-1)?.sequence ?? -1
  const fresh = logged.filter(({ sequence }) => sequence > newest).slice(-MAX_HEADS)
  return [...before, ...fresh.map((head) => ({ ...head, ...openingOf(key, head.sequence) }))].slice(-MAX_HEADS)
}

export const openingOf = (key: Uint8Array, sequence: number) => ({
  label: bytesToHex(headLabel(key, sequence)),
  opening: bytesToHex(headOpening(key, sequence)),
})

/** The oldest head that no checkpoint covers yet; one that is covered makes place for the newest. */
function waitingAt(before: WaitingHead | null, newest: number, covered: number, { now, watchedFrom }: Moment): WaitingHead | null {
  if (covered >= newest) return null
  if (before === null || before.sequence <= covered) return { sequence: newest, since: now, watchedFrom: now }
  // A device whose clock was set back counts anew.
  return { ...before, since: Math.min(before.since, now), watchedFrom: Math.max(before.watchedFrom, watchedFrom) }
}
