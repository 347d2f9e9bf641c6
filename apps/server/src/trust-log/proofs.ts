import { headEntry } from '@rueda/proof/head.ts'
import { type Place, inclusionProof, subtreesOfInclusion } from '@rueda/proof/merkle.ts'
import { readSubtrees, tilePath } from '@rueda/proof/tiles.ts'
import { formatTlogProof } from '@rueda/proof/tlog-proof.ts'
import type { TrustLog } from './log.ts'

type LoggedHead = Readonly<{
  log: number
  index: number
  head: Readonly<{ sequence: number; head: string }>
  /** The key of the account's heads. */
  key: Uint8Array
}>

/**
 * The proof (C2SP tlog-proof) that a head is in the log, under its newest checkpoint; null while none covers it, and for a log that ended. It
 * brings the entry that it is of, so that the file alone can be checked.
 */
export async function proofOf(
  log: Pick<TrustLog, 'newest' | 'read'>,
  { log: number, index, head, key }: LoggedHead,
): Promise<string | null> {
  const newest = log.newest()
  if (newest === null || newest.log !== number || index >= newest.size) return null
  const place: Place = { index, size: newest.size }
  const read = await readSubtrees(subtreesOfInclusion(place), place.size, (tile) => log.read(tilePath(tile)))
  if (read === null) return null
  const extra = headEntry(key, { sequence: head.sequence, head: new Uint8Array(Buffer.from(head.head, 'hex')) })
  return formatTlogProof({ index, proof: inclusionProof(place, read), checkpoint: newest.note, extra })
}
