import { HASH_BYTES } from './bytes.ts'
import { type ReadHash, type Subtree, nodeHash } from './merkle.ts'

/**
 * The tree and the entries of a log as files that never change (C2SP tlog-tiles). A tile is 256 hashes of one level; the
 * levels between are worked out from them.
 */

const TILE_HEIGHT = 8
export const TILE_WIDTH = 256
const MAX_LEVEL = 63
const MAX_ENTRY_BYTES = 0xffff
const LENGTH_BYTES = 2

/** Fewer than 256 in width: a partial tile, at the right end of a tree. */
export type Tile = Readonly<{ level: number | 'entries'; index: number; width: number }>

export function tilePath({ level, index, width }: Tile): string {
  return `tile/${level}/${indexPath(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

const PATH_DIGITS = 3
const PATH_BASE = 1000

/** Groups of three digits, of which all but the last begin with an x: 1234067 is x001/x234/067. */
function indexPath(index: number): string {
  const last = String(index % PATH_BASE).padStart(PATH_DIGITS, '0')
  let path = last
  for (let rest = Math.floor(index / PATH_BASE); rest > 0; rest = Math.floor(rest / PATH_BASE)) {
    path = `x${String(rest % PATH_BASE).padStart(PATH_DIGITS, '0')}/${path}`
  }
  return path
}

const PATH = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/u

/** Reads only the one path a tile has; null for any other. */
export function parseTilePath(path: string): Tile | null {
  const [, level = '', groups = '', width = String(TILE_WIDTH)] = PATH.exec(path) ?? []
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/gu, '')),
    width: Number(width),
  }
  if (tile.level !== 'entries' && tile.level > MAX_LEVEL) return null
  if (!Number.isSafeInteger(tile.index) || tile.width > TILE_WIDTH) return null
  return tilePath(tile) === path ? tile : null
}

/** How many hashes a tree of this size has on a level of tiles. */
const hashesOnLevel = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level)

const widthOf = (hashes: number, index: number): number => Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH)

/** The tiles that a tree of the new size has and one of the old size had not: what a log writes before it signs the checkpoint. */
export function newTiles({ oldSize, size }: Readonly<{ oldSize: number; size: number }>): readonly Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; hashesOnLevel(size, level) > 0; level += 1) {
    tiles.push(...newOnLevel(level, hashesOnLevel(oldSize, level), hashesOnLevel(size, level)))
  }
  return tiles
}

/** The same for the bundles of entries. */
export const newBundles = ({ oldSize, size }: Readonly<{ oldSize: number; size: number }>): readonly Tile[] =>
  newOnLevel('entries', oldSize, size)

export const tilesOfTree = (size: number): readonly Tile[] => newTiles({ oldSize: 0, size })

function newOnLevel(level: Tile['level'], before: number, after: number): readonly Tile[] {
  if (before === after) return []
  const first = Math.floor(before / TILE_WIDTH)
  const count = Math.ceil(after / TILE_WIDTH) - first
  return Array.from({ length: count }, (_, at) => ({ level, index: first + at, width: widthOf(after, first + at) }))
}

/** Whether a full subtree's hash lies in a tile itself; the others are worked out from those that do. */
export const isInTile = ({ level }: Subtree): boolean => level % TILE_HEIGHT === 0

/** The tile of a tree of this size that tells a full subtree's hash. */
export function tileOf(subtree: Subtree, size: number): Tile {
  const { level, index } = placeInTiles(subtree)
  return { level, index, width: widthOf(hashesOnLevel(size, level), index) }
}

type TilePlace = Readonly<{ level: number; index: number; first: number; count: number }>

function placeInTiles({ level, index }: Subtree): TilePlace {
  const tileLevel = Math.floor(level / TILE_HEIGHT)
  const count = 2 ** (level % TILE_HEIGHT)
  const start = index * count
  return { level: tileLevel, index: Math.floor(start / TILE_WIDTH), first: start % TILE_WIDTH, count }
}

/** Fetches a tile's bytes; may give more of them than asked for, as the full tile has. Null where there is none. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array | null>

/**
 * Fetches, each once, the tiles that tell these subtrees of a tree, and answers with what reads them. A tile is believed
 * only through the proof it is made into: who wants to know verifies that against a signed root.
 */
export async function readSubtrees(subtrees: readonly Subtree[], size: number, readTile: ReadTile): Promise<ReadHash | null> {
  const wanted = new Map(subtrees.map((subtree) => tileOf(subtree, size)).map((tile) => [tilePath(tile), tile]))
  const files = await Promise.all(Array.from(wanted.values(), async (tile) => [tilePath(tile), tile, await readTile(tile)] as const))
  const read = new Map<string, Uint8Array>()
  for (const [path, { width }, bytes] of files) {
    if (bytes === null || bytes.length % HASH_BYTES !== 0 || bytes.length < width * HASH_BYTES) return null
    read.set(path, bytes)
  }
  return (subtree) => {
    const bytes = read.get(tilePath(tileOf(subtree, size)))
    if (bytes === undefined) throw new RangeError(`The tile of subtree ${subtree.index} of level ${subtree.level} was not read`)
    const { first, count } = placeInTiles(subtree)
    return subtreeIn(hashesIn(bytes).slice(first, first + count))
  }
}

export function hashesIn(tile: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.floor(tile.length / HASH_BYTES) }, (_, at) => tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))
}

function subtreeIn(hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes
  if (first === undefined) throw new RangeError('A subtree has a leaf')
  if (hashes.length === 1) return first
  const middle = hashes.length / 2
  return nodeHash(subtreeIn(hashes.slice(0, middle)), subtreeIn(hashes.slice(middle)))
}

/** Entries behind one another, each after its length in two bytes. */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((length, entry) => length + LENGTH_BYTES + entry.length, 0))
  const view = new DataView(bundle.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`An entry of ${entry.length} bytes does not fit into a bundle`)
    view.setUint16(at, entry.length)
    bundle.set(entry, at + LENGTH_BYTES)
    at += LENGTH_BYTES + entry.length
  }
  return bundle
}

/** Null where the bytes end within an entry, or hold more than a bundle has. */
export function decodeBundle(bundle: Uint8Array): readonly Uint8Array[] | null {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.length)
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bundle.length) {
    if (at + LENGTH_BYTES > bundle.length || entries.length === TILE_WIDTH) return null
    const start = at + LENGTH_BYTES
    const end = start + view.getUint16(at)
    if (end > bundle.length) return null
    entries.push(bundle.subarray(start, end))
    at = end
  }
  return entries
}
