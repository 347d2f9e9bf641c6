import { type Place, inclusionProof, subtreesOfInclusion } from '@rueda/proof/merkle.ts'
import { readSubtrees, tilePath } from '@rueda/proof/tiles.ts'
import { formatTlogProof } from '@rueda/proof/tlog-proof.ts'
import type { TrustLog } from './log.ts'

/** The proof (C2SP tlog-proof) that an entry is in the log, under its newest checkpoint; null while none covers it, and for a log that ended. */
export async function proofOf(log: Pick<TrustLog, 'newest' | 'read'>, number: number, index: number): Promise<string | null> {
  const newest = log.newest()
  if (newest === null || newest.log !== number || index >= newest.size) return null
  const place: Place = { index, size: newest.size }
  const read = await readSubtrees(subtreesOfInclusion(place), place.size, (tile) => log.read(tilePath(tile)))
  return read === null ? null : formatTlogProof({ index, proof: inclusionProof(place, read), checkpoint: newest.note, extra: null })
}
