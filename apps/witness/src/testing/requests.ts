import { EMPTY_ROOT, consistencyProof, hashesOfLeaves } from '@rueda/proof/merkle.ts'
import { ORIGIN, checkpointOf } from '@rueda/proof/testing/log.ts'
import { leavesOf } from '@rueda/proof/testing/shapes.ts'
import { formatAddCheckpoint } from '@rueda/proof/witness.ts'

/** A log's leaves, and those of another history: its third leaf was changed. */
export const leaves = leavesOf(40)
export const forged = leaves.with(2, EMPTY_ROOT)

/** A log asks for the cosignature of a size. */
export const requestOf = (oldSize: number, size: number, { of = leaves, origin = ORIGIN } = {}): string =>
  formatAddCheckpoint({
    oldSize,
    proof: consistencyProof({ oldSize, size }, hashesOfLeaves(of)),
    checkpoint: checkpointOf(of, size, origin),
  })
