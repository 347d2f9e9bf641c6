import { signCheckpoint } from '../checkpoint.ts'
import { cosignerKey } from '../cosignature.ts'
import { hashesOfLeaves, rootOf } from '../merkle.ts'
import { type Signer, noteKey } from '../note.ts'
import { type Policy, parsePolicy } from '../policy.ts'
import { formatVerifierKey } from '../verifier-key.ts'

export const ORIGIN = 'rueda.example/trust/log'
export const LOG_SECRET = new Uint8Array(32).fill(1)
export const LOG_KEY = noteKey({ name: ORIGIN, secretKey: LOG_SECRET })
export const WITNESS: Signer = { name: 'witness.example/w1', secretKey: new Uint8Array(32).fill(2) }

/** The log with one witness, which is enough. */
export function testPolicy(): Policy {
  const lines = [`log ${formatVerifierKey(LOG_KEY)}`, `witness w ${formatVerifierKey(cosignerKey(WITNESS))}`, 'quorum w', '']
  const policy = parsePolicy(lines.join('\n'))
  if (!policy.ok) throw new Error(policy.fault)
  return policy.value
}

/** A checkpoint over the first of these leaves. */
export function checkpointOf(leaves: readonly Uint8Array[], size: number, origin = ORIGIN): string {
  return signCheckpoint({ origin, size, root: rootOf(size, hashesOfLeaves(leaves.slice(0, size))), extensions: [] }, [LOG_SECRET])
}

/** The text of a note, without its signatures. */
export const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1)
