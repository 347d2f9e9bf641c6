import { createHash } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY_EDGE,
  EMPTY_ROOT,
  append,
  consistencyProof,
  edgeOf,
  hashesOfLeaves,
  inclusionProof,
  leafHash,
  nodeHash,
  rootFromInclusion,
  rootOf,
  rootOfEdge,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts'
import { flipped, hex, leavesOf } from './testing/shapes.ts'

/** The leaves, roots and proofs with which Certificate Transparency has always been tested. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const read = hashesOfLeaves(LEAVES.map((leaf) => leafHash(hex(leaf))))

describe('the vectors of Certificate Transparency', () => {
  test('roots of every size', () => {
    expect(bytesToHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(ROOTS.map((_, at) => bytesToHex(rootOf(at + 1, read)))).toEqual(ROOTS)
  })

  test.each([
    [0, 1, []],
    [
      0,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      5,
      8,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  ])('inclusion of leaf %i in a tree of %i', (index, size, proof) => {
    expect(inclusionProof({ index, size }, read).map(bytesToHex)).toEqual(proof)
    const leaf = leafHash(hex(LEAVES[index] ?? ''))
    expect(verifyInclusion({ leaf, index, size, proof: proof.map(hex), root: hex(ROOTS[size - 1] ?? '') })).toBe(true)
  })

  test.each([
    [1, 1, []],
    [
      1,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      6,
      8,
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [
      2,
      5,
      [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ])('consistency of a tree of %i with one of %i', (oldSize, size, proof) => {
    expect(consistencyProof({ oldSize, size }, read).map(bytesToHex)).toEqual(proof)
    const [oldRoot, root] = [hex(ROOTS[oldSize - 1] ?? ''), hex(ROOTS[size - 1] ?? '')]
    expect(verifyConsistency({ oldSize, size, oldRoot, root, proof: proof.map(hex) })).toBe(true)
  })
})

/** The words of the standard, with another library and nothing kept. */
function plainRoot(entries: readonly Uint8Array[]): Buffer {
  const sha = (...parts: readonly Uint8Array[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
  const [first] = entries
  if (first === undefined) return sha()
  if (entries.length === 1) return sha(Uint8Array.of(0), first)
  const middle = 2 ** Math.ceil(Math.log2(entries.length) - 1)
  return sha(Uint8Array.of(1), plainRoot(entries.slice(0, middle)), plainRoot(entries.slice(middle)))
}

const size = fc.integer({ min: 1, max: 300 })
const place = size.chain((of) => fc.record({ size: fc.constant(of), index: fc.integer({ min: 0, max: of - 1 }) }))
const sizes = size.chain((of) => fc.record({ size: fc.constant(of), oldSize: fc.integer({ min: 0, max: of }) }))
const kept = leavesOf(300)
const all = hashesOfLeaves(kept)

test('a root is the one that the standard describes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3 }), { maxLength: 70 }), (entries) => {
      const expected = plainRoot(entries)
      expect(Buffer.from(rootOf(entries.length, hashesOfLeaves(entries.map(leafHash))))).toEqual(expected)
      expect(Buffer.from(rootOfEdge(append(EMPTY_EDGE, entries.map(leafHash)).edge))).toEqual(expected)
    }),
  )
})

test('a leaf and a node of the same bytes have different hashes', () => {
  const [left = EMPTY_ROOT, right = EMPTY_ROOT] = kept
  expect(leafHash(Uint8Array.of(...left, ...right))).not.toEqual(nodeHash(left, right))
})

test('a tree grows to the same root in whatever portions leaves come, and tells every hash that a proof needs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 7 }), (portions) => {
      const known = new Map<string, Uint8Array>()
      let edge = EMPTY_EDGE
      for (const portion of portions) {
        const grown = append(edge, kept.slice(edge.size, edge.size + portion))
        for (const { level, index, hash } of grown.completed) known.set(`${level}/${index}`, hash)
        edge = grown.edge
      }
      const told = ({ level, index }: { level: number; index: number }): Uint8Array => known.get(`${level}/${index}`) ?? EMPTY_ROOT
      expect(rootOfEdge(edge)).toEqual(rootOf(edge.size, all))
      expect(edgeOf(edge.size, told)).toEqual(edge)
      for (let index = 0; index < edge.size; index += 1) {
        expect(inclusionProof({ index, size: edge.size }, told)).toEqual(inclusionProof({ index, size: edge.size }, all))
      }
    }),
    { numRuns: 30 },
  )
})

test('every leaf is proven, and no other leaf, place, size or root with the same proof', () => {
  fc.assert(
    fc.property(place, fc.nat(), fc.integer({ min: 1, max: 300 }), fc.nat(), (at, bit, otherSize, otherIndex) => {
      const proof = inclusionProof(at, all)
      const inclusion = { ...at, leaf: kept[at.index] ?? EMPTY_ROOT, proof, root: rootOf(at.size, all) }
      expect(verifyInclusion(inclusion)).toBe(true)
      expect(verifyInclusion({ ...inclusion, leaf: flipped(inclusion.leaf, bit) })).toBe(false)
      expect(verifyInclusion({ ...inclusion, root: flipped(inclusion.root, bit) })).toBe(false)
      expect(verifyInclusion({ ...inclusion, proof: [...proof, EMPTY_ROOT] })).toBe(false)
      expect(verifyInclusion({ ...inclusion, index: at.size + otherIndex })).toBe(false)
      const index = otherIndex % at.size
      expect(verifyInclusion({ ...inclusion, index })).toBe(index === at.index)
      if (otherSize !== at.size) expect(verifyInclusion({ ...inclusion, root: rootOf(otherSize, all) })).toBe(false)
      const touched = bit % Math.max(proof.length, 1)
      if (proof.length > 0) {
        expect(verifyInclusion({ ...inclusion, proof: proof.slice(1) })).toBe(false)
        expect(verifyInclusion({ ...inclusion, proof: proof.with(touched, flipped(proof[touched] ?? EMPTY_ROOT, bit)) })).toBe(false)
        expect(verifyInclusion({ ...inclusion, proof: proof.with(touched, new Uint8Array(31)) })).toBe(false)
      }
    }),
  )
})

test('every older tree is shown to be the beginning, and no other tree is', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), (of, bit) => {
      const proof = consistencyProof(of, all)
      const claim = { ...of, oldRoot: rootOf(of.oldSize, all), root: rootOf(of.size, all), proof }
      expect(verifyConsistency(claim)).toBe(true)
      expect(verifyConsistency({ ...claim, oldRoot: flipped(claim.oldRoot, bit) })).toBe(false)
      if (of.oldSize > 0) expect(verifyConsistency({ ...claim, root: flipped(claim.root, bit) })).toBe(false)
      expect(verifyConsistency({ ...claim, proof: [...proof, EMPTY_ROOT] })).toBe(false)
      if (proof.length > 0) {
        const touched = bit % proof.length
        expect(verifyConsistency({ ...claim, proof: proof.slice(1) })).toBe(false)
        expect(verifyConsistency({ ...claim, proof: proof.with(touched, flipped(proof[touched] ?? EMPTY_ROOT, bit)) })).toBe(false)
      }
    }),
  )
})

test('a history with one entry changed is never consistent', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), (of, changed) => {
      fc.pre(of.oldSize > 0)
      const at = changed % of.oldSize
      const forged = hashesOfLeaves(kept.with(at, EMPTY_ROOT))
      const proof = consistencyProof(of, forged)
      expect(verifyConsistency({ ...of, oldRoot: rootOf(of.oldSize, all), root: rootOf(of.size, forged), proof })).toBe(false)
    }),
  )
})

test('places and sizes that no tree has prove nothing', () => {
  const leaf = EMPTY_ROOT
  for (const [index, of] of [
    [0, 0],
    [-1, 2],
    [0.5, 2],
    [2, 2],
    [0, Number.NaN],
    [0, 2 ** 53],
  ] as const) {
    expect(rootFromInclusion({ leaf, index, size: of, proof: [] })).toBeNull()
    expect(() => inclusionProof({ index, size: of }, all)).toThrow(RangeError)
  }
  expect(verifyConsistency({ oldSize: 3, size: 2, oldRoot: leaf, root: leaf, proof: [] })).toBe(false)
  expect(() => consistencyProof({ oldSize: 3, size: 2 }, all)).toThrow(RangeError)
})

test('a tree of more leaves than 32 bits count is walked exactly', () => {
  const of = 2 ** 40 + 3
  const hashes = ({ level, index }: { level: number; index: number }): Uint8Array => leafHash(Buffer.from(`${level}/${index}`))
  // Nobody keeps such a tree; what counts is that the prover's way and the verifier's have one length and one shape.
  const proof = inclusionProof({ index: 2 ** 40 + 1, size: of }, hashes)
  expect(proof).toHaveLength(3)
  expect(rootFromInclusion({ index: 2 ** 40 + 1, size: of, leaf: hashes({ level: 0, index: 2 ** 40 + 1 }), proof })).not.toBeNull()
  const changed = consistencyProof({ oldSize: 2 ** 40, size: of }, hashes)
  const edge = nodeHash(hashes({ level: 1, index: 2 ** 39 }), hashes({ level: 0, index: 2 ** 40 + 2 }))
  const oldRoot = hashes({ level: 40, index: 0 })
  expect(verifyConsistency({ oldSize: 2 ** 40, size: of, oldRoot, root: nodeHash(oldRoot, edge), proof: changed })).toBe(true)
})
