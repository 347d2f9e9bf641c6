import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { growthOf } from '../apps/server/src/trust-log/growth.ts'
import { signCheckpoint } from '../packages/proof/src/checkpoint.ts'
import { batchOfHeads, headEntry, paddingBytes } from '../packages/proof/src/head.ts'
import {
  EMPTY_EDGE,
  append,
  inclusionProof,
  leafHash,
  rootOfEdge,
  subtreesOfInclusion,
  verifyInclusion,
} from '../packages/proof/src/merkle.ts'
import { TILE_WIDTH, type Tile, isInTile, readSubtrees } from '../packages/proof/src/tiles.ts'
import { median, report } from './support/median.ts'
import { openFolderStore } from '../apps/server/src/storage/folder-store.ts'

/** What the log costs beside the main thread: a checkpoint of many accounts that changed, and the proof of one of them. */
const ACCOUNTS = 100_000
const CHECKPOINT_ALLOWED_MS = 2_000
const PROOF_ALLOWED_MS = 50
const BYTES_ALLOWED = 120
const RUNS = 5
const PROOFS = 200
const NANOSECONDS_A_MILLISECOND = 1_000_000
/** A log that begins has no file to read. */
const EMPTY_FOLDER = join(tmpdir(), 'rueda-bench-empty-log')
const ORIGIN = 'rueda.example/trust/log'

const accounts = Array.from({ length: ACCOUNTS }, (_, sequence) => ({ key: randomBytes(32), sequence, head: randomBytes(32) }))
const secretKey = randomBytes(32)

// Only the last tree is kept: what earlier runs left behind would be collected at the expense of later ones.
const middle = median(Array.from({ length: RUNS }, () => checkpoint().milliseconds))
const { edge, completed, entries } = checkpoint()
report(
  'proof checkpoint',
  middle.toFixed(0),
  `ms for a checkpoint of ${ACCOUNTS.toLocaleString('en-US')} account heads`,
  middle / CHECKPOINT_ALLOWED_MS,
  `${CHECKPOINT_ALLOWED_MS.toLocaleString('en-US')} ms allowed`,
)

// While the thread works the main one only waits, so what holds it up is what the thread costs it, with what it is handed at first.
const held = monitorEventLoopDelay({ resolution: 1 })
const heads = accounts.map(({ key, sequence, head }) => ({ key, sequence, head }))
const began = performance.now()
held.enable()
const growth = growthOf(
  { edge: EMPTY_EDGE, lines: [], heads, padding: randomBytes(paddingBytes(ACCOUNTS)) },
  openFolderStore(EMPTY_FOLDER),
  'trust/1',
)
const handedOver = performance.now() - began
await growth
held.disable()
const beside = performance.now() - began
const longest = Math.max(handedOver, held.max / NANOSECONDS_A_MILLISECOND)
report(
  'proof beside',
  longest.toFixed(0),
  `ms that everything else waits at most for the same ${ACCOUNTS.toLocaleString('en-US')} heads in their thread`,
  longest / beside,
  `the ${beside.toFixed(0)} ms that the thread takes`,
)

const stored = new Map(completed.filter(isInTile).map(({ level, index, hash }) => [`${level / 8}/${index}`, hash]))
const proofs: number[] = []
for (let at = 0; at < PROOFS; at += 1) proofs.push(await prove(Math.floor((at * edge.size) / PROOFS)))
const proof = median(proofs)
report(
  'proof inclusion',
  proof.toFixed(2),
  'ms for a proof out of tiles, verified',
  proof / PROOF_ALLOWED_MS,
  `${PROOF_ALLOWED_MS} ms allowed`,
)

const bytes = (entries.reduce((sum, { length }) => sum + length + 2, 0) + stored.size * 32) / ACCOUNTS
report('proof size', bytes.toFixed(1), 'bytes of log an account that changed', bytes / BYTES_ALLOWED, `${BYTES_ALLOWED} bytes allowed`)

/** From the heads of accounts to the signed root, all that a checkpoint takes but the writing. */
function checkpoint() {
  const began = performance.now()
  const batch = batchOfHeads(
    accounts.map(({ key, ...head }) => headEntry(key, head)),
    randomBytes(paddingBytes(ACCOUNTS)),
  )
  const grown = append(EMPTY_EDGE, batch.map(leafHash))
  signCheckpoint({ origin: ORIGIN, size: grown.edge.size, root: rootOfEdge(grown.edge), extensions: [] }, [secretKey])
  return { ...grown, entries: batch, milliseconds: performance.now() - began }
}

async function prove(index: number): Promise<number> {
  const { size } = edge
  const began = performance.now()
  const read = await readSubtrees(subtreesOfInclusion({ index, size }), size, readTile)
  const way = read === null ? [] : inclusionProof({ index, size }, read)
  const leaf = leafHash(entries[index] ?? new Uint8Array(0))
  if (!verifyInclusion({ index, size, leaf, proof: way, root: rootOfEdge(edge) })) throw new Error(`Entry ${index} was not proven`)
  return performance.now() - began
}

function readTile({ level, index, width }: Tile): Promise<Uint8Array> {
  const hashes = Array.from({ length: width }, (_, at) => stored.get(`${level}/${index * TILE_WIDTH + at}`) ?? new Uint8Array(0))
  return Promise.resolve(Buffer.concat(hashes))
}
