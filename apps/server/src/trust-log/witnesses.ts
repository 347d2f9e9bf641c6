import { consistencyProof, subtreesOfConsistency } from '@rueda/proof/merkle.ts'
import type { PolicyWitness } from '@rueda/proof/policy.ts'
import { readSubtrees, tilePath } from '@rueda/proof/tiles.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import { StartRefused } from '../db/start-refused.ts'
import type { SignedCheckpoint, TrustLog } from './log.ts'
import { type WitnessOutcome, askWitness } from './witness-client.ts'
import type { WitnessPolicy } from './witness-policy.ts'

/**
 * Asks the witnesses of the policy (`WITNESSES`) to cosign each checkpoint. A silent one delays nobody; after one that knows
 * another log, or more of it, nothing is signed any more: somebody goes on with an old copy of this log, or there are two.
 */
export type Witnesses = Readonly<{
  /** The policy, word for word, for the devices that pin it; null where nobody is asked. */
  policy: string | null
  /** Every witness that answers has cosigned the newest checkpoint when this resolves. */
  cosign: () => Promise<void>
  /** Throws where a witness has cosigned another log than this data has, or more of it: it is an older copy. */
  expectNothingNewer: () => Promise<void>
}>

type Parts = Readonly<{
  policy: WitnessPolicy
  trustLog: Pick<TrustLog, 'newest' | 'read' | 'addCosignatures' | 'halt'>
  log: Pick<Logger, 'error' | 'warn'>
  fetch?: typeof globalThis.fetch
}>
type Asked = PolicyWitness & Readonly<{ name: string; url: string }>

const TIMEOUT_MS = 5 * SECOND_MS
/** A witness that says another size once is asked once more, with the proof from there. */
const MAX_ASKS = 2

export function createWitnesses({ policy: { policy, text }, trustLog, log, fetch = globalThis.fetch }: Parts): Witnesses {
  const witnesses: Asked[] = [...policy.witnesses].flatMap(([name, { key, url }]) => (url === null ? [] : [{ name, key, url }]))
  /** The size that each witness cosigned last, as far as it has said. */
  const sizes = new Map<string, number>()

  const ask = async ({ name, url, key }: Asked, newest: SignedCheckpoint): Promise<WitnessOutcome> => {
    for (let asks = 1; ; asks += 1) {
      const oldSize = sizes.get(name) ?? 0
      const proof = await proofFrom(trustLog, oldSize, newest.size)
      const outcome = await askWitness({ url, key, request: { oldSize, proof, checkpoint: newest.note }, fetch, timeoutMs: TIMEOUT_MS })
      if (outcome.kind === 'cosigned') sizes.set(name, newest.size)
      if (outcome.kind !== 'conflict' || outcome.size > newest.size || asks === MAX_ASKS) return outcome
      sizes.set(name, outcome.size)
    }
  }

  const askAll = (newest: SignedCheckpoint): Promise<readonly Readonly<{ name: string; outcome: WitnessOutcome }>[]> =>
    Promise.all(witnesses.map(async (witness) => ({ name: witness.name, outcome: await ask(witness, newest) })))

  return {
    policy: text,
    cosign: async () => {
      const newest = trustLog.newest()
      if (newest === null) return
      for (const { name, outcome } of await askAll(newest)) {
        if (outcome.kind === 'cosigned') await trustLog.addCosignatures(newest, outcome.lines)
        else if (outcome.kind === 'silent') log.warn({ witness: name, why: outcome.why }, 'a witness did not answer')
        else log.error({ witness: name, ...outcome }, 'a witness does not cosign the public log')
        if (contradicts(outcome)) trustLog.halt(otherAt(name))
      }
    },
    expectNothingNewer: async () => {
      const newest = trustLog.newest()
      if (newest === null) return
      for (const { name, outcome } of await askAll(newest)) {
        if (outcome.kind === 'cosigned') await trustLog.addCosignatures(newest, outcome.lines)
        if (contradicts(outcome)) throw new StartRefused(otherAt(name))
      }
    },
  }
}

/** Asked twice, the witness still has another size than this log ever had, or another tree of its size. */
const contradicts = (outcome: WitnessOutcome): boolean =>
  outcome.kind === 'conflict' || (outcome.kind === 'refused' && CONTRADICTIONS.has(outcome.status))
const CONTRADICTIONS: ReadonlySet<number> = new Set([409, 422])

const otherAt = (name: string): string =>
  `The witness ${name} has cosigned more of the public log than this data has, or another tree: it is an older copy. Bring back the newest, or begin a ` +
  'successor with `npm run new-log -- --reason "<why>"`.'

/** Nothing has to be proven from an empty tree, nor from the same one. */
async function proofFrom(trustLog: Pick<TrustLog, 'read'>, oldSize: number, size: number): Promise<readonly Uint8Array[]> {
  if (oldSize === 0 || oldSize >= size) return []
  const sizes = { oldSize, size }
  const read = await readSubtrees(subtreesOfConsistency(sizes), size, (tile) => trustLog.read(tilePath(tile)))
  if (read === null) throw new Error(`the files of the log do not tell how ${size} entries follow from ${oldSize}`)
  return consistencyProof(sizes, read)
}
