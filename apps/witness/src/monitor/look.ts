import { parseCheckpoint, type Checkpoint } from '@rueda/proof/checkpoint.ts'
import {
  type RightEdge,
  EMPTY_EDGE,
  append,
  consistencyProof,
  leafHash,
  rootOfEdge,
  subtreesOfConsistency,
  verifyConsistency,
} from '@rueda/proof/merkle.ts'
import { equalBytes } from '@rueda/proof/bytes.ts'
import { parseNote } from '@rueda/proof/note.ts'
import { type CheckpointFault, type JudgedCheckpoint, type Policy, judgeCheckpoint } from '@rueda/proof/policy.ts'
import { type Tile, TILE_WIDTH, decodeBundle, newBundles, readSubtrees, tilePath } from '@rueda/proof/tiles.ts'
import { parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import { checkEntry } from './entry-checks.ts'
import { type Finding, type FindingKind, Contradiction } from './finding.ts'
import type { LogReader } from './log-reader.ts'
import type { Memory, Seen } from './memory.ts'

/** One look at a log: what it shows now, held against all that it showed before. */
export type Look = Readonly<{
  /** The note and what it is worth; null where it is not believed. */
  judged: (JudgedCheckpoint & Readonly<{ note: string }>) | null
  /** How many entries were read. */
  read: number
  findings: readonly Finding[]
  notices: readonly string[]
}>

export type Watched = Readonly<{
  address: string
  log: LogReader
  memory: Memory
  /** The witnesses that count; its logs are those the memory believes. */
  policy: Policy
}>

export async function look(watched: Watched): Promise<Look> {
  const note = await watched.log.checkpoint()
  try {
    return await watched.memory.together(() => follow(watched, note))
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error
    return { judged: null, read: 0, findings: [{ ...error.finding, evidence: { shown: note, ...error.finding.evidence } }], notices: [] }
  }
}

/** Throws what makes all that is shown worth nothing; the note that was believed before is the other half of the proof. */
async function follow(watched: Watched, note: string): Promise<Look> {
  const { address, log, memory } = watched
  const seen = memory.state()
  const contradict = (kind: FindingKind, says: string): never => {
    throw new Contradiction({ kind, says, evidence: seen === null ? {} : { believed: seen.checkpoint } })
  }
  const { origin, size, root } = textOf(note) ?? contradict('malformed-checkpoint', 'What the log shows is no checkpoint.')
  const edge = seen?.edge ?? EMPTY_EDGE
  const before = judge(watched, note)
  // A key that came in the meantime stands in the entries that came with it; what is not signed proves nothing against the log.
  const mayNameKey = !before.ok && before.fault === 'no-known-signature' && size > edge.size
  if (!before.ok && !mayNameKey) return contradict(...FAULTS[before.fault])
  if (size < edge.size)
    contradict('older-checkpoint', `The log shows ${size} entries after it showed ${edge.size}: it went back to an older state.`)
  if (size === edge.size && seen !== null && !equalBytes(root, rootOfEdge(edge)))
    contradict('two-trees', `The log signed two different trees of ${size} entries.`)
  if (before.ok && !(await continues(edge, { size, root }, log)))
    contradict(
      'not-a-continuation',
      `The tree of ${size} entries does not begin with the ${edge.size} that were signed before: history was changed.`,
    )

  const { findings, notices, edge: newEdge } = await readEntries(watched, edge, { origin, size })
  const isAsSigned = equalBytes(rootOfEdge(newEdge), root)
  if (before.ok && !isAsSigned)
    contradict('entries-differ', `The entries from ${edge.size} on do not make the tree that was signed for ${size}.`)
  const after = judge(watched, note)
  if (!after.ok || !isAsSigned) return contradict(...FAULTS[after.ok ? 'no-known-signature' : after.fault])
  memory.keep({ address, checkpoint: note, edge: newEdge } satisfies Seen)
  const proven = findings.map((finding): Finding => ({ ...finding, evidence: { ...finding.evidence, checkpoint: note } }))
  return { judged: { ...after.value, note }, read: size - edge.size, findings: proven, notices }
}

const FAULTS: Readonly<Record<CheckpointFault, readonly [FindingKind, string]>> = {
  'malformed-note': ['malformed-checkpoint', 'What the log shows is no signed note.'],
  'malformed-checkpoint': ['malformed-checkpoint', 'What the log shows is no checkpoint.'],
  'wrong-signature': ['wrong-signature', 'A signature under the checkpoint is wrong.'],
  'no-known-signature': ['unknown-key', 'No key that is believed signed the checkpoint, and none of them signed for the one that did.'],
  'unknown-log': ['other-origin', 'The log calls itself by another name than before.'],
}

function textOf(note: string): Checkpoint | null {
  const parsed = parseNote(note)
  const checkpoint = parsed.ok ? parseCheckpoint(parsed.value.text) : null
  return checkpoint?.ok === true ? checkpoint.value : null
}

export function judge({ memory, policy }: Pick<Watched, 'memory' | 'policy'>, note: string): ReturnType<typeof judgeCheckpoint> {
  const keys = memory.keys().map(({ key }) => parseVerifierKey(key))
  return judgeCheckpoint(note, { ...policy, logs: keys.flatMap((key) => (key.ok ? [{ key: key.value, url: null }] : [])) })
}

/** By the hashes that the log serves itself, before any entry is read. */
async function continues(edge: RightEdge, { size, root }: Pick<Checkpoint, 'size' | 'root'>, log: LogReader): Promise<boolean> {
  const sizes = { oldSize: edge.size, size }
  const read = await readSubtrees(subtreesOfConsistency(sizes), size, log.tile)
  if (read === null) throw missing(`The tiles of the tree of ${size} entries`)
  return verifyConsistency({ ...sizes, oldRoot: rootOfEdge(edge), root, proof: consistencyProof(sizes, read) })
}

const missing = (what: string): Contradiction =>
  new Contradiction({
    kind: 'missing',
    says: `${what} are not there, or not whole, although a checkpoint of the log names them.`,
    evidence: {},
  })

/** Bundles that are asked for at once. */
const AT_ONCE = 8

type Entries = Readonly<{ edge: RightEdge; findings: readonly Finding[]; notices: readonly string[] }>

async function readEntries(
  { log, memory }: Watched,
  from: RightEdge,
  { origin, size }: Pick<Checkpoint, 'origin' | 'size'>,
): Promise<Entries> {
  const bundles = newBundles({ oldSize: from.size, size })
  const findings: Finding[] = []
  const notices: string[] = []
  let edge = from
  for (let first = 0; first < bundles.length; first += AT_ONCE) {
    const read = await Promise.all(bundles.slice(first, first + AT_ONCE).map((bundle) => entriesOf(bundle, log)))
    for (const [start, all] of read) {
      // Of the first bundle, the beginning was read before.
      const entries = all.slice(edge.size - start)
      for (const [at, bytes] of entries.entries()) {
        const checked = checkEntry(bytes, edge.size + at, origin, memory)
        findings.push(...checked.findings)
        notices.push(...checked.notices)
      }
      edge = append(edge, entries.map(leafHash)).edge
    }
  }
  return { edge, findings, notices }
}

async function entriesOf(bundle: Tile, log: LogReader): Promise<readonly [start: number, entries: readonly Uint8Array[]]> {
  const bytes = await log.tile(bundle)
  const entries = bytes === null ? null : decodeBundle(bytes)
  if (entries === null || entries.length < bundle.width) throw missing(`The entries in ${tilePath(bundle)}`)
  return [bundle.index * TILE_WIDTH, entries.slice(0, bundle.width)]
}
