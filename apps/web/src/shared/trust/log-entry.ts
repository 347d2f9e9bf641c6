import { type LogEntry, decodeEntry } from '@rueda/proof/entries.ts'
import { TILE_WIDTH } from '@rueda/proof/tiles.ts'
import { checkpointIn } from './judge-log.ts'
import { keptNow } from './kept.ts'
import { readBundle, readHashes, subtreesBeside } from './read-log.ts'
import { isOfTree } from './reading.ts'

/** The entry at a place of the believed log; null where it cannot be read, or is not in its tree. */
export async function entryAt(place: number): Promise<LogEntry | null> {
  const checkpoint = checkpointIn(keptNow().log?.checkpoint ?? '')
  if (checkpoint === null || place >= checkpoint.size) return null
  const bundle = await readBundle(Math.floor(place / TILE_WIDTH), checkpoint.size)
  const hashes = bundle === null ? null : await readHashes(subtreesBeside(bundle, checkpoint.size), checkpoint.size)
  if (bundle === null || hashes === null || !isOfTree(bundle, checkpoint, hashes)) return null
  const entry = decodeEntry(bundle.entries[place - bundle.first] ?? new Uint8Array())
  return entry.ok ? entry.value : null
}
