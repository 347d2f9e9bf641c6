import type { Checkpoint } from '@rueda/proof/checkpoint.ts'
import { consistencyProof, subtreesOfConsistency, verifyConsistency } from '@rueda/proof/merkle.ts'
import { readSubtrees } from '@rueda/proof/tiles.ts'
import { monitoringPath } from '@rueda/proof/witness.ts'
import type { Finding } from './finding.ts'
import { MAX_NOTE_BYTES, Unreachable, fetchBytes } from './log-reader.ts'
import { type Watched, judge } from './look.ts'

type Shown = Readonly<{ note: string; checkpoint: Checkpoint }>

/** Whether the witnesses of the policy were shown the tree that this monitor is shown. */
export type Views = Readonly<{ findings: readonly Finding[]; notices: readonly string[] }>

export async function compareViews(watched: Watched, shown: Shown, fetch: typeof globalThis.fetch): Promise<Views> {
  const asked = [...watched.policy.witnesses].flatMap(([name, { url }]) => (url === null ? [] : [{ name, url }]))
  const views = await Promise.all(asked.map((witness) => compareView(watched, shown, witness, fetch)))
  return { findings: views.flatMap(({ findings }) => findings), notices: views.flatMap(({ notices }) => notices) }
}

type Asked = Readonly<{ name: string; url: string }>

async function compareView(
  watched: Watched,
  { note: shownNote, checkpoint: shown }: Shown,
  { name, url }: Asked,
  fetch: typeof globalThis.fetch,
): Promise<Views> {
  try {
    const bytes = await fetchBytes(`${url.replace(/\/+$/u, '')}/${monitoringPath(shown.origin)}`, MAX_NOTE_BYTES, fetch)
    // It was never asked to cosign this log.
    if (bytes === null) return { findings: [], notices: [] }
    const note = Buffer.from(bytes).toString('utf8')
    const seen = judge(watched, note)
    if (!seen.ok || !seen.value.cosignatures.some(({ witness }) => witness === name))
      return { findings: [], notices: [`The witness ${name} shows no checkpoint that the log signed and it cosigned.`] }
    const { size } = seen.value.checkpoint
    const isOne = await isOneTree(watched, seen.value.checkpoint, shown)
    if (isOne === null)
      return { findings: [], notices: [`The witness ${name} cosigned ${size} entries, of which the log shows ${shown.size} here.`] }
    if (isOne) return { findings: [], notices: [] }
    const says = `The tree of ${shown.size} entries that is shown here and the one of ${size} that the witness ${name} cosigned are of two histories.`
    return { findings: [{ kind: 'split-view', says, evidence: { shown: shownNote, cosigned: note } }], notices: [] }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return { findings: [], notices: [`The witness ${name} was not asked: ${error.message}`] }
  }
}

/**
 * The smaller one must be the beginning of the other. Null where the log does not show what the witness cosigned: it is shown a
 * checkpoint before anybody else, so that alone proves nothing.
 */
async function isOneTree({ log }: Watched, cosigned: Checkpoint, shown: Checkpoint): Promise<boolean | null> {
  const [older, newer] = cosigned.size <= shown.size ? [cosigned, shown] : [shown, cosigned]
  const sizes = { oldSize: older.size, size: newer.size }
  const read = await readSubtrees(subtreesOfConsistency(sizes), newer.size, log.tile)
  if (read === null) return null
  return verifyConsistency({ ...sizes, oldRoot: older.root, root: newer.root, proof: consistencyProof(sizes, read) })
}
