import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY_EDGE,
  append,
  consistencyProof,
  edgeOf,
  hashesOfLeaves,
  inclusionProof,
  rootOf,
  subtreesOfConsistency,
  subtreesOfInclusion,
  subtreesOfRoot,
} from './merkle.ts'
import { leavesOf } from './testing/shapes.ts'
import {
  type Tile,
  TILE_WIDTH,
  decodeBundle,
  encodeBundle,
  isInTile,
  newBundles,
  newTiles,
  parseTilePath,
  readSubtrees,
  tilePath,
  tilesOfTree,
} from './tiles.ts'

describe('paths', () => {
  test.each<[string, Tile]>([
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/63/999', { level: 63, index: 999, width: 256 }],
    ['tile/1/x001/000.p/17', { level: 1, index: 1_000, width: 17 }],
    ['tile/entries/273.p/112', { level: 'entries', index: 273, width: 112 }],
  ])('%s', (path, tile) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  test.each([
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/0',
    'tile/0/1000',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/x001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/999',
    '/tile/0/000',
    'tile/0/000/',
    'tile/data/000',
    'tile/0/../000',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
  ])('%s is no path', (path) => {
    expect(parseTilePath(path)).toBeNull()
  })

  test('every tile has one path', () => {
    const index = fc.integer({ min: 0, max: 10 ** 9 })
    const tile = fc.record({
      level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
      index,
      width: fc.integer({ min: 1, max: 256 }),
    })
    fc.assert(
      fc.property(tile, (of) => {
        expect(parseTilePath(tilePath(of))).toEqual(of)
      }),
    )
  })
})

describe('tiles of a tree', () => {
  test('70,000 entries, as the document counts them', () => {
    const tiles = tilesOfTree(70_000)
    const count = (level: number, isFull: boolean): number =>
      tiles.filter((tile) => tile.level === level && (tile.width === 256) === isFull).length
    expect([count(0, true), count(0, false), count(1, true), count(1, false), count(2, true), count(2, false)]).toEqual([
      273, 1, 1, 1, 0, 1,
    ])
    expect(tiles.filter(({ width }) => width < TILE_WIDTH).map(({ width }) => width)).toEqual([112, 17, 1])
  })

  test('256 entries fill a tile and begin the one above', () => {
    expect(tilesOfTree(256).map(tilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1'])
    expect(tilesOfTree(0)).toEqual([])
  })

  test('what is written for a checkpoint is what the tree before did not have', () => {
    const pair = fc
      .tuple(fc.nat({ max: 200_000 }), fc.nat({ max: 200_000 }))
      .map(([one, other]) => ({ oldSize: Math.min(one, other), size: Math.max(one, other) }))
    fc.assert(
      fc.property(pair, (sizes) => {
        const before = new Set(tilesOfTree(sizes.oldSize).map(tilePath))
        const expected = tilesOfTree(sizes.size)
          .map(tilePath)
          .filter((path) => !before.has(path))
        expect(newTiles(sizes).map(tilePath)).toEqual(expected)
      }),
      { numRuns: 30 },
    )
    expect(newBundles({ oldSize: 255, size: 513 }).map(tilePath)).toEqual(['tile/entries/000', 'tile/entries/001', 'tile/entries/002.p/1'])
    expect(newBundles({ oldSize: 256, size: 256 })).toEqual([])
  })
})

/** A log of 70,000 small entries, its tiles in memory. */
const LEAVES = leavesOf(65_536).concat(leavesOf(4_464))
const memory = hashesOfLeaves(LEAVES)
const { completed } = append(EMPTY_EDGE, LEAVES)
const stored = new Map<string, Uint8Array>()
for (const { level, index, hash } of completed.filter(isInTile)) stored.set(`${level / 8}/${index}`, hash)
const asked: string[] = []
const readTile = async (tile: Tile): Promise<Uint8Array> => {
  asked.push(tilePath(tile))
  const hashes = Array.from(
    { length: tile.width },
    (_, at) => stored.get(`${tile.level}/${tile.index * TILE_WIDTH + at}`) ?? new Uint8Array(0),
  )
  return Uint8Array.from(hashes.flatMap((hash) => [...hash]))
}

describe('reading proofs out of tiles', () => {
  const size = fc.integer({ min: 1, max: LEAVES.length })

  test('inclusion, consistency and roots are those of the tree', async () => {
    const place = size.chain((of) => fc.record({ size: fc.constant(of), index: fc.nat({ max: of - 1 }), oldSize: fc.nat({ max: of }) }))
    await fc.assert(
      fc.asyncProperty(place, async (of) => {
        const inclusion = await readSubtrees(subtreesOfInclusion(of), of.size, readTile)
        const consistency = await readSubtrees(subtreesOfConsistency(of), of.size, readTile)
        const root = await readSubtrees(subtreesOfRoot(of.size), of.size, readTile)
        if (inclusion === null || consistency === null || root === null) throw new Error('A tile is missing')
        expect(inclusionProof(of, inclusion)).toEqual(inclusionProof(of, memory))
        expect(consistencyProof(of, consistency)).toEqual(consistencyProof(of, memory))
        expect(rootOf(of.size, root)).toEqual(rootOf(of.size, memory))
        expect(edgeOf(of.size, root)).toEqual(edgeOf(of.size, memory))
      }),
      { numRuns: 30 },
    )
  })

  test('a proof asks for a few tiles, each once, and only those that the tree has', async () => {
    asked.length = 0
    await readSubtrees(subtreesOfInclusion({ index: 3, size: 70_000 }), 70_000, readTile)
    const known = new Set(tilesOfTree(70_000).map(tilePath))
    expect(asked.every((path) => known.has(path))).toBe(true)
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.toSorted()).toEqual(['tile/0/000', 'tile/0/273.p/112', 'tile/1/000', 'tile/1/001.p/17'])
  })

  test('a full tile serves where a partial one was asked for; a shorter or torn one does not', async () => {
    const subtrees = subtreesOfInclusion({ index: 3, size: 5 })
    const full = await readTile({ level: 0, index: 0, width: TILE_WIDTH })
    const read = await readSubtrees(subtrees, 5, () => Promise.resolve(full))
    expect(read === null ? null : inclusionProof({ index: 3, size: 5 }, read)).toEqual(inclusionProof({ index: 3, size: 5 }, memory))
    expect(await readSubtrees(subtrees, 5, () => Promise.resolve(full.subarray(0, 4 * 32)))).toBeNull()
    expect(await readSubtrees(subtrees, 5, () => Promise.resolve(full.subarray(1)))).toBeNull()
    expect(await readSubtrees(subtrees, 5, () => Promise.resolve(null))).toBeNull()
  })
})

describe('bundles of entries', () => {
  test('entries come back as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 }), (entries) => {
        expect(decodeBundle(encodeBundle(entries))).toEqual(entries)
      }),
    )
    expect([...encodeBundle([Uint8Array.of(7), new Uint8Array(0)])]).toEqual([0, 1, 7, 0, 0])
  })

  test('a torn bundle, one of too many entries and an entry that is too long are refused', () => {
    const bundle = encodeBundle([Uint8Array.of(1, 2, 3), Uint8Array.of(4)])
    for (const length of [1, 2, 3, 4, 6, 7]) expect(decodeBundle(bundle.subarray(0, length))).toBeNull()
    expect(decodeBundle(encodeBundle(Array.from({ length: 257 }, () => new Uint8Array(0))))).toBeNull()
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(RangeError)
  })
})
