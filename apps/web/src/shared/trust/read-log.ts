import { fromUtf8 } from '@rueda/proof/bytes.ts'
import { type ReadHash, type Subtree, subtreesOfConsistency, subtreesOfInclusion } from '@rueda/proof/merkle.ts'
import { TILE_WIDTH, type Tile, decodeBundle, readSubtrees, tilePath } from '@rueda/proof/tiles.ts'
import { checkpointIn, isSigned } from './judge-log.ts'
import type { KeptLog } from './kept.ts'
import { type Bundle, type LogReading, isWithin } from './reading.ts'

/** Fetches what the public log says. What is fetched is believed by nobody before it is judged. */
const LOG_ADDRESS = '/trust/log/'
export const KEYS_ADDRESS = '/trust/keys'
const CHECKPOINT = 'checkpoint'
const TIMEOUT_MS = 30_000
/** New entries are read in these many files at once at most; what is left is read the next time. */
const MAX_BUNDLES = 40
/** To follow a key that handed over, further. */
const MAX_BUNDLES_FOR_KEYS = 1_000

/** `reload` passes by what the browser has kept, where something did not fit. */
export type Freshness = 'default' | 'reload'

async function fetched(address: string, cache: RequestCache): Promise<Response | null> {
  try {
    const answer = await fetch(address, { cache, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.ok ? answer : null
  } catch {
    return null
  }
}

async function bytesAt(path: string, cache: RequestCache): Promise<Uint8Array | null> {
  const answer = await fetched(`${LOG_ADDRESS}${path}`, cache)
  try {
    return answer === null ? null : new Uint8Array(await answer.arrayBuffer())
  } catch {
    return null
  }
}

/** The newest checkpoint as a note; null where none can be read. */
export async function readNewest(): Promise<string | null> {
  const bytes = await bytesAt(CHECKPOINT, 'no-store')
  return bytes === null ? null : fromUtf8(bytes)
}

/** A partial file is gone once the full one is there. */
async function readTile(tile: Tile, freshness: Freshness): Promise<Uint8Array | null> {
  const bytes = await bytesAt(tilePath(tile), freshness)
  return bytes !== null || tile.width === TILE_WIDTH ? bytes : bytesAt(tilePath({ ...tile, width: TILE_WIDTH }), freshness)
}

/** Reads full subtrees of a tree out of its tiles; null where one is missing. */
export const readHashes = (subtrees: readonly Subtree[], size: number, freshness: Freshness = 'default'): Promise<ReadHash | null> =>
  readSubtrees(subtrees, size, (tile) => readTile(tile, freshness))

/** One file of entries of a tree of this size; null where it is missing or torn. */
export async function readBundle(index: number, size: number, freshness: Freshness = 'default'): Promise<Bundle | null> {
  const first = index * TILE_WIDTH
  const width = Math.min(TILE_WIDTH, size - first)
  const bytes = await readTile({ level: 'entries', index, width }, freshness)
  const entries = bytes === null ? null : decodeBundle(bytes)
  return entries === null || entries.length < width ? null : { first, entries: entries.slice(0, width) }
}

/** The subtrees beside a file of entries, with which its entries lead to the root. */
export const subtreesBeside = ({ first, entries }: Bundle, size: number): readonly Subtree[] =>
  subtreesOfInclusion({ index: first, size }).filter((subtree) => !isWithin(subtree, first, entries.length))

type Asked = Readonly<{ log: KeptLog | null; note: string | null; head: number | null; freshness: Freshness }>

/** Reads everything that a checkpoint is judged by: tiles, new entries, the way of an account's head (by its place in the log) to the root. */
export async function readLog({ log, note, head, freshness }: Asked): Promise<LogReading | null> {
  const shown = note === null ? null : checkpointIn(note)
  if (note === null || shown === null) return null
  const { size } = shown
  const named = await readNamed()
  const bundles = log === null ? [] : await readNew(log, { size, note, freshness })
  const wanted = [
    ...(log !== null && log.size < size ? subtreesOfConsistency({ oldSize: log.size, size }) : []),
    ...(head === null ? [] : subtreesOfInclusion({ index: head, size })),
    ...bundles.flatMap((bundle) => subtreesBeside(bundle, size)),
  ]
  const isBehind = log !== null && size < log.size
  const believedHashes = isBehind ? await readHashes(subtreesOfConsistency({ oldSize: size, size: log.size }), log.size, freshness) : null
  return { note, ...named, bundles, hashes: await readHashes(wanted, size, freshness), believedHashes }
}

type Named = Pick<LogReading, 'keys' | 'receiptKeys' | 'policy'>
type Told = Readonly<{ keys?: unknown; receiptKeys?: unknown; policy?: unknown }>

/** Whose signatures the house names: its own keys, and its witnesses. */
async function readNamed(): Promise<Named> {
  const { keys, receiptKeys, policy } = ((await readBeside(KEYS_ADDRESS)) ?? {}) as Told
  const isTold = policy === null || typeof policy === 'string'
  return { keys: textsIn(keys), receiptKeys: textsIn(receiptKeys), policy: isTold ? policy : undefined }
}

/** What an address beside the log says; null where it does not answer. */
export async function readBeside(address: string): Promise<unknown> {
  const answer = await fetched(address, 'no-store')
  try {
    return (await answer?.json()) ?? null
  } catch {
    return null
  }
}

const textsIn = (list: unknown): readonly string[] => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [])

type New = Readonly<{ size: number; note: string; freshness: Freshness }>

/** The files with entries that were not read yet, one after the other, until one is missing. */
async function readNew({ readTo, keys }: KeptLog, { size, note, freshness }: New): Promise<readonly Bundle[]> {
  const most = isSigned(note, keys) ? MAX_BUNDLES : MAX_BUNDLES_FOR_KEYS
  const start = Math.floor(readTo / TILE_WIDTH)
  const end = Math.min(start + most, readTo < size ? Math.ceil(size / TILE_WIDTH) : start)
  const bundles: Bundle[] = []
  for (let index = start; index < end; index += 1) {
    const bundle = await readBundle(index, size, freshness)
    if (bundle === null) break
    bundles.push(bundle)
  }
  return bundles
}
