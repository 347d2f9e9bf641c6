import type { ChainEntry } from '@rueda/contract/trust.ts'
import type { ReadHash, Subtree } from '@rueda/proof/merkle.ts'
import { TILE_WIDTH } from '@rueda/proof/tiles.ts'
import { inclusionProof, leafHash, hashesOfLeaves, verifyInclusion } from '@rueda/proof/merkle.ts'
import type { Head, TakenReceipt } from './kept.ts'

/** What was read of the house, before anything of it is believed. */
export type Reading = Readonly<{
  /** Null where the log did not answer. */
  log: LogReading | null
  /** Null where nobody is signed in, or the account did not answer. */
  account: AccountReading | null
}>

/** Entries of one file of the log, from `first` on; a file has at most 256. */
export type Bundle = Readonly<{ first: number; entries: readonly Uint8Array[] }>

export type LogReading = Readonly<{
  /** The newest checkpoint, word for word. */
  note: string
  /** The keys of checkpoints that the house names, for a device that knows none yet. */
  keys: readonly string[]
  /** The same of receipts, for a device that knows none. */
  receiptKeys: readonly string[]
  /** The policy of witnesses that the house names; null where it names none, undefined where it did not answer. */
  policy: string | null | undefined
  /** Hashes of the tree as the log's tiles have them; null where tiles were missing. */
  hashes: ReadHash | null
  /** The same for the tree that was believed, where the newest checkpoint is behind it. */
  believedHashes: ReadHash | null
  /** New entries, from those on that were read before; not always as far as the checkpoint. */
  bundles: readonly Bundle[]
}>

export type AccountReading = Readonly<{
  id: string
  /** The account's key, in hex. */
  key: string
  /** Logged heads from the oldest that is kept on, and one that waits. */
  receipts: readonly (Head & Readonly<{ entry: number | null }>)[]
  /** Entries behind the newest head that was seen, or from the oldest receipt on that is not covered; empty on a device that has neither. */
  entries: readonly ChainEntry[]
  /** All of them were read, up to the newest head. */
  isWhole: boolean
  newest: Head
  /** Receipts that this device was handed and has not judged yet. */
  taken: readonly TakenReceipt[]
}>

/** Whether the entries of a file of the log are what a tree has: one way to the root leads over all of them. */
export function isOfTree(
  { first, entries }: Bundle,
  { size, root }: Readonly<{ size: number; root: Uint8Array }>,
  read: ReadHash,
): boolean {
  const leaves = entries.map(leafHash)
  const [leaf] = leaves
  if (leaf === undefined || first % TILE_WIDTH !== 0 || leaves.length !== Math.min(TILE_WIDTH, size - first)) return false
  const own = hashesOfLeaves(leaves)
  const hashes: ReadHash = (subtree) => (isWithin(subtree, first, leaves.length) ? own(placeWithin(subtree, first)) : read(subtree))
  return verifyInclusion({ leaf, index: first, size, root, proof: inclusionProof({ index: first, size }, hashes) })
}

export function isWithin({ level, index }: Subtree, first: number, count: number): boolean {
  const leaves = 2 ** level
  return index * leaves >= first && (index + 1) * leaves <= first + count
}

const placeWithin = ({ level, index }: Subtree, first: number): Subtree => ({ level, index: index - first / 2 ** level })
