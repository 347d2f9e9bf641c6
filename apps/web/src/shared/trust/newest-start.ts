import { type LogEntry, decodeEntry } from '@rueda/proof/entries.ts'
import { TILE_WIDTH } from '@rueda/proof/tiles.ts'
import { checkpointIn } from './judge-log.ts'
import { keptNow } from './kept.ts'
import { readBundle, readHashes, subtreesBeside } from './read-log.ts'
import { isOfTree } from './reading.ts'
import { check } from './watch.ts'

/** The newest `start` of the log: the levers that the server says it runs under now. */
export type StartEntry = Extract<LogEntry, { kind: 'start' }>
export type FoundStart =
  | Readonly<{ kind: 'found'; start: StartEntry; entry: number; size: number }>
  | Readonly<{ kind: 'none'; read: number }>
  | Readonly<{ kind: 'unanswered' }>

/** A server says so at every start; so far back it is looked for. */
const MAX_BUNDLES = 400

/** Reads the log backwards from the believed checkpoint; every file is held to its tree before anything in it counts. */
export async function newestStart(tell: (read: number) => void): Promise<FoundStart> {
  if (keptNow().log === null) await check()
  const checkpoint = checkpointIn(keptNow().log?.checkpoint ?? '')
  if (checkpoint === null) return { kind: 'unanswered' }
  const { size } = checkpoint
  const last = Math.ceil(size / TILE_WIDTH) - 1
  for (let index = last; index >= 0 && last - index < MAX_BUNDLES; index -= 1) {
    const bundle = await readBundle(index, size)
    const hashes = bundle === null ? null : await readHashes(subtreesBeside(bundle, size), size)
    if (bundle === null || hashes === null || !isOfTree(bundle, checkpoint, hashes)) return { kind: 'unanswered' }
    const at = bundle.entries.findLastIndex((bytes) => startIn(bytes) !== null)
    const start = startIn(bundle.entries[at] ?? new Uint8Array())
    if (start !== null) return { kind: 'found', start, entry: bundle.first + at, size }
    tell(size - bundle.first)
  }
  return { kind: 'none', read: size - Math.max(0, (last - MAX_BUNDLES + 1) * TILE_WIDTH) }
}

function startIn(bytes: Uint8Array): StartEntry | null {
  const entry = decodeEntry(bytes)
  return entry.ok && entry.value.kind === 'start' ? entry.value : null
}
