import type { Receipt } from '@rueda/proof/receipt.ts'
import type { Witnessing } from './witnessing.ts'

/**
 * What this device remembers of the house's word, so that the house cannot take it back: the key of its log, the newest checkpoint it
 * believed, and of each account the newest head and what opens its entries. Nothing secret is kept: of the account's key only its hash.
 */
export const TRUST_KEY = 'rueda.trust'

/** A head of the account's chain that was found in the log; `label` and `opening` show whose it is, and of this one entry alone. */
export type SeenHead = Readonly<{ sequence: number; head: string; entry: number; label: string; opening: string }>
export type Head = Readonly<{ sequence: number; head: string }>

/** A head that no checkpoint covers yet: the first sight of it, and since when this device has looked without a long pause. */
export type WaitingHead = Readonly<{ sequence: number; since: number; watchedFrom: number }>

export type KeptAccount = Readonly<{
  id: string
  /** SHA-256 of the account's key, in hex. */
  keyCommitment: string
  /** The entry of the newest head covers that key, and so does every one behind it; false where the device does not know it. */
  coversKey: boolean
  /** The newest head that the device was shown, and linked to the ones before. */
  newest: Head
  /** Heads that were found in the log, the oldest first; the oldest are dropped. */
  heads: readonly SeenHead[]
  waiting: WaitingHead | null
}>

/** A receipt of an account, judged or still to be judged. */
export type TakenReceipt = Readonly<{
  accountId: string
  /** Hash of what this device sent, or was told; null where it could not be worked out. */
  command: string | null
  receipt: Receipt
  takenAt: number
  /** The order that was placed with it; left out where it is of something else. */
  orderId?: string
}>
export type KeptReceipt = TakenReceipt &
  Readonly<{
    /** The size of the first checkpoint that covers it; null while none does. */
    size: number | null
  }>

export type KeptLog = Readonly<{
  origin: string
  /** Keys that are believed, the newest first: the one that was first seen, and those it signed for. */
  keys: readonly string[]
  /** The same of the keys that receipts are signed with; left out by a device that saw the log before it looked at receipts. */
  receiptKeys?: readonly string[]
  /** The newest believed checkpoint, word for word. */
  checkpoint: string
  size: number
  /** Entries before this one were read, for keys and for labels that come twice. */
  readTo: number
  pinnedAt: number
  /** Left out by a device that saw the log before it counted on witnesses. */
  witnessing?: Witnessing
}>

/** Ways in which what is shown contradicts what was shown before. */
export const contradictionKinds = [
  'another-log',
  'unknown-key',
  'two-trees',
  'log-rewritten',
  'older-checkpoint',
  'entry-changed',
  'head-missing',
  'history-cut',
  'history-changed',
  'account-key-changed',
  'label-twice',
  'receipt-not-signed',
  'receipt-other-command',
  'receipt-cut',
  'receipt-changed',
  'receipt-not-logged',
  'tape-changed',
  'receipt-not-in-tape',
  'execution-changed',
  'execution-unfounded',
  'overdue',
] as const
export type ContradictionKind = (typeof contradictionKinds)[number]

/** What was kept and what was shown, as anybody can check it. */
export type Evidence = Readonly<{
  origin: string | null
  keys: readonly string[]
  believedCheckpoint: string | null
  shownCheckpoint: string | null
  /** That the tree of the one would be the beginning of the other, as the log's tiles have it; in base 64. */
  consistencyProof: readonly string[] | null
  inclusionProof: Readonly<{ entry: number; hashes: readonly string[] }> | null
  seenHeads: readonly SeenHead[]
  newestSeen: Head | null
  shownHeads: readonly (Head & Readonly<{ entry: number | null }>)[]
  newestShown: Head | null
  /** Entries of the log, in hex, that were not what the tree has or that carry one label. */
  logEntries: readonly Readonly<{ entry: number; bytes: string }>[]
  /** Receipts of the account that speak against what is shown, or else those that are kept; and the keys they are signed with. */
  receipts: readonly Pick<KeptReceipt, 'command' | 'receipt'>[]
  receiptKeys: readonly string[]
  /** What was found of a day's tape; left out where it is not about one. */
  tape?: TapeEvidence
}>

/** A day's tape as it was shown, and an order of the account in it. The log's own word on it is among `logEntries`. */
export type TapeEvidence = Readonly<{
  instrument: string
  date: string
  /** Hashes of the records and of the executions that were shown; null where there are too many to keep. */
  inputs: readonly string[] | null
  executions: readonly string[] | null
  /** What the order is called in it. */
  order: string
  /** Its executions as the account shows them, as the tape has them, and as the device's engine gives them: amounts in 10^-8. */
  shown: readonly ExecutionEvidence[]
  taped: readonly ExecutionEvidence[]
  rerun: readonly ExecutionEvidence[] | null
}>
export type ExecutionEvidence = Readonly<{ price: string; quantity: string; at: number; resting: boolean }>

export type Contradiction = Readonly<{ kind: ContradictionKind; at: number; accountId: string | null; evidence: Evidence }>

export type Kept = Readonly<{
  /** Counts changes, so that two tabs do not overwrite each other. */
  revision: number
  log: KeptLog | null
  /** The witnesses it counted on before the customer accepted another log; those of the log count once there is one again. */
  witnessing?: Witnessing
  accounts: readonly KeptAccount[]
  /** Receipts that no checkpoint covers yet, and of those that are covered the newest of each checkpoint; the oldest are dropped. */
  receipts: readonly KeptReceipt[]
  /** Something that a copy which is behind would explain as well; it takes a second look after a while. */
  suspicion: Readonly<{ kind: ContradictionKind; since: number }> | null
  contradiction: Contradiction | null
  /** Contradictions that the customer accepted, the newest first. */
  accepted: readonly Readonly<{ kind: ContradictionKind; at: number; acceptedAt: number }>[]
  /** When the log was last read and found to be what it was. */
  fineAt: number | null
  /** When the house last answered. */
  readAt: number | null
  /** A head has waited for too long. */
  overdueSince: number | null
}>

export const NOTHING_KEPT: Kept = {
  revision: 0,
  log: null,
  accounts: [],
  receipts: [],
  suspicion: null,
  contradiction: null,
  accepted: [],
  fineAt: null,
  readAt: null,
  overdueSince: null,
}

const listeners = new Set<() => void>()
/** What is kept while a browser forbids keeping anything, as long as the page lives. */
let held: Kept = NOTHING_KEPT
let read: Readonly<{ text: string; kept: Kept }> | null = null

export function keptNow(): Kept {
  const text = textOnDevice()
  if (text === null) return held
  if (read?.text !== text) read = { text, kept: parsed(text) }
  return read.kept
}

function textOnDevice(): string | null {
  try {
    return localStorage.getItem(TRUST_KEY)
  } catch {
    return null
  }
}

function parsed(text: string): Kept {
  try {
    return { ...NOTHING_KEPT, ...(JSON.parse(text) as Partial<Kept>) }
  } catch {
    return NOTHING_KEPT
  }
}

/** Keeps what was judged from what was kept then; false, and nothing done, when another tab has kept something else since. */
export function keep(judged: Kept, from: Kept): boolean {
  if (keptNow().revision !== from.revision) return false
  held = { ...judged, revision: from.revision + 1 }
  try {
    localStorage.setItem(TRUST_KEY, JSON.stringify(held))
  } catch {
    // Nothing can be kept here; the page holds it.
  }
  for (const listener of listeners) listener()
  return true
}

/** Follows what is kept, here and in other tabs. */
export function onKept(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => (key === TRUST_KEY || key === null ? listener() : undefined)
  listeners.add(listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
  }
}
