import { type RightEdge, append, leafHash, rootOf, rootOfEdge, subtreesOfRoot } from '@rueda/proof/merkle.ts'
import { HASH_BYTES, equalBytes } from '@rueda/proof/bytes.ts'
import {
  TILE_WIDTH,
  type Tile,
  decodeBundle,
  encodeBundle,
  hashesIn,
  isInTile,
  newBundles,
  newTiles,
  readSubtrees,
  tilePath,
  tilesOfTree,
} from '@rueda/proof/tiles.ts'
import type { LogFile, LogFiles } from './log-files.ts'

/** The files on the disk do not give the tree that was committed: the log cannot go on. */
export class LogFilesDiffer extends Error {}

export type Grown = Readonly<{ edge: RightEdge; root: Uint8Array; files: readonly LogFile[] }>

/** A tree with new entries behind it: its right edge, its root, and the files that a checkpoint of it needs (C2SP tlog-tiles). */
export async function grow(edge: RightEdge, entries: readonly Uint8Array[], stored: Pick<LogFiles, 'read'>): Promise<Grown> {
  const sizes = { oldSize: edge.size, size: edge.size + entries.length }
  const { edge: grown, completed } = append(edge, entries.map(leafHash))
  const added = new Map(completed.filter(isInTile).map(({ level, index, hash }) => [`${level / TILE_HEIGHT}/${index}`, hash]))
  const tiles = await Promise.all(newTiles(sizes).map((tile) => tileFile(tile, edge.size, added, stored)))
  const bundles = await Promise.all(newBundles(sizes).map((tile) => bundleFile(tile, edge.size, entries, stored)))
  const root = rootOfEdge(grown)
  const files = [...tiles, ...bundles]
  expectBundlesOf(tiles, bundles)
  await expectRoot(root, grown.size, { read: (path) => readOf(tiles, path, stored) })
  return { edge: grown, root, files }
}
const TILE_HEIGHT = 8

/** Throws where a bundle's entries are not the leaves that the tile beside it has. */
function expectBundlesOf(tiles: readonly LogFile[], bundles: readonly LogFile[]): void {
  const leaves = new Map(tiles.map(({ path, bytes }) => [path, bytes as Uint8Array]))
  for (const { path, bytes } of bundles) {
    const entries = decodeBundle(bytes as Uint8Array) ?? []
    const beside = leaves.get(path.replace('tile/entries/', 'tile/0/'))
    if (beside === undefined || !equalBytes(Buffer.concat(entries.map(leafHash)), beside))
      throw new LogFilesDiffer(`the entries in ${path} are not those of the tree`)
  }
}

async function readOf(files: readonly LogFile[], path: string, stored: Pick<LogFiles, 'read'>): Promise<Uint8Array | null> {
  const made = files.find((file) => file.path === path)
  return made === undefined ? stored.read(path) : (made.bytes as Uint8Array)
}

/** Throws where the tiles of the right edge do not give this root. */
export async function expectRoot(root: Uint8Array, size: number, stored: Pick<LogFiles, 'read'>): Promise<void> {
  const read = await readSubtrees(subtreesOfRoot(size), size, (tile) => stored.read(tilePath(tile)))
  if (read === null || !equalBytes(rootOf(size, read), root))
    throw new LogFilesDiffer(`the files of the log do not give the tree of ${size} entries that was committed`)
}

/** Every file that a tree of this size needs. */
export const filesOfTree = (size: number): readonly Tile[] => [...tilesOfTree(size), ...newBundles({ oldSize: 0, size })]

/** A partial file may have been replaced by a longer one, of which it is the beginning. */
export async function readTileFile(tile: Tile, stored: Pick<LogFiles, 'read'>): Promise<Uint8Array | null> {
  const bytes = await stored.read(tilePath(tile))
  if (bytes !== null || tile.width === TILE_WIDTH) return bytes
  const full = await stored.read(tilePath({ ...tile, width: TILE_WIDTH }))
  if (full === null) return null
  return tile.level === 'entries'
    ? encodeBundle((decodeBundle(full) ?? []).slice(0, tile.width))
    : full.subarray(0, tile.width * HASH_BYTES)
}

/** How much of a tile an older tree had. */
const widthBefore = ({ level, index }: Tile, size: number): number => {
  const hashes = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level)
  return Math.min(TILE_WIDTH, Math.max(0, hashes - index * TILE_WIDTH))
}

async function tileFile(
  tile: Tile,
  oldSize: number,
  added: ReadonlyMap<string, Uint8Array>,
  stored: Pick<LogFiles, 'read'>,
): Promise<LogFile> {
  const width = widthBefore(tile, oldSize)
  const known = width === 0 ? [] : hashesIn(await beginning(tile, width, stored))
  const hashes = Array.from({ length: tile.width }, (_, at) => known[at] ?? added.get(`${tile.level}/${tile.index * TILE_WIDTH + at}`))
  if (hashes.some((hash) => hash === undefined)) throw new LogFilesDiffer(`${tilePath({ ...tile, width })} is shorter than its tree`)
  return { path: tilePath(tile), bytes: Buffer.concat(hashes.filter((hash) => hash !== undefined)) }
}

async function bundleFile(tile: Tile, oldSize: number, entries: readonly Uint8Array[], stored: Pick<LogFiles, 'read'>): Promise<LogFile> {
  const width = widthBefore(tile, oldSize)
  const known = width === 0 ? [] : decodeBundle(await beginning(tile, width, stored))
  const first = tile.index * TILE_WIDTH + width - oldSize
  const bundle = [...(known ?? []), ...entries.slice(first, first + tile.width - width)]
  if (bundle.length !== tile.width) throw new LogFilesDiffer(`${tilePath({ ...tile, width })} is shorter than its tree`)
  return { path: tilePath(tile), bytes: encodeBundle(bundle) }
}

async function beginning(tile: Tile, width: number, stored: Pick<LogFiles, 'read'>): Promise<Uint8Array> {
  const path = tilePath({ ...tile, width })
  const bytes = await stored.read(path)
  if (bytes === null) throw new LogFilesDiffer(`${path} is missing`)
  return bytes
}
