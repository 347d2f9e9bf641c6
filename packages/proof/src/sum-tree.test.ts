import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liabilityId } from './account-key.ts'
import { bytesOf, flipped } from './testing/shapes.ts'
import {
  type OwnParts,
  PARTS,
  SPLIT_BYTES,
  SUM_NODE_BYTES,
  type SumNode,
  type SumTree,
  decodeSumNodes,
  encodeSumNodes,
  rootFromPath,
  splitInParts,
  sumLeaf,
  sumNodesAbove,
  sumPath,
  sumPathPlaces,
  sumRoot,
  sumTree,
  verifyOwnParts,
} from './sum-tree.ts'

const HEAD = new Uint8Array(32).fill(9)
const leafOf = (number: number, sums: readonly bigint[]): SumNode =>
  sumLeaf({ id: createHash('sha256').update(String(number)).digest(), sums, account: `A${number}`, sequence: number, head: HEAD })
const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })
const rows = fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 40 })
const treeOf = (sums: readonly (readonly bigint[])[]): SumTree => sumTree(sums.map((of, at) => leafOf(at, of)))

/** The words of the design, with another library: node = H(0x01 ‖ sums ‖ hash ‖ sums ‖ hash). */
function plainRoot(nodes: readonly SumNode[]): SumNode {
  const [first] = nodes
  if (first === undefined) throw new Error('A tree has a leaf')
  if (nodes.length === 1) return first
  const middle = 2 ** Math.ceil(Math.log2(nodes.length) - 1)
  const [left, right] = [plainRoot(nodes.slice(0, middle)), plainRoot(nodes.slice(middle))]
  const written = (sums: readonly bigint[]): Buffer => Buffer.from(sums.map((sum) => sum.toString(16).padStart(32, '0')).join(''), 'hex')
  const hash = createHash('sha256')
  for (const part of [Buffer.of(1), written(left.sums), left.hash, written(right.sums), right.hash]) hash.update(part)
  return { sums: left.sums.map((sum, asset) => sum + (right.sums[asset] ?? 0n)), hash: Uint8Array.from(hash.digest()) }
}

test('the root says the total of every asset, and is the one the design describes', () => {
  fc.assert(
    fc.property(rows, (sums) => {
      const root = sumRoot(treeOf(sums))
      expect(root.sums).toEqual([0, 1].map((asset) => sums.reduce((total, of) => total + (of[asset] ?? 0n), 0n)))
      expect(root).toEqual(plainRoot(sums.map((of, at) => leafOf(at, of))))
    }),
  )
})

test('nodes of one asset come back from the bytes they are kept in, and no others do', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (sums) => {
      const nodes = sums.map((sum, at) => leafOf(at, [sum]))
      const bytes = encodeSumNodes(nodes)
      expect(bytes).toHaveLength(nodes.length * SUM_NODE_BYTES)
      expect(decodeSumNodes(bytes)).toEqual(nodes)
      expect(decodeSumNodes(bytes.subarray(1))).toBeNull()
    }),
  )
})

test('the nodes above others are those of the tree, and none where a sum would begin anew', () => {
  fc.assert(
    fc.property(rows, (sums) => {
      const { levels } = treeOf(sums)
      levels.slice(1).forEach((level, below) => expect(sumNodesAbove(levels[below] ?? [])).toEqual(level))
    }),
  )
  const largest = leafOf(0, [2n ** 128n - 1n])
  expect(sumNodesAbove([largest, leafOf(1, [0n])])).toMatchObject([{ sums: [2n ** 128n - 1n] }])
  expect(sumNodesAbove([largest, leafOf(1, [1n])])).toBeNull()
})

describe('a path', () => {
  test('leads from every leaf to the root', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (sums, at) => {
        const tree = treeOf(sums)
        const index = at % sums.length
        const leaf = leafOf(index, sums[index] ?? [])
        const path = sumPath(tree, index)
        expect(rootFromPath(leaf, { index, size: tree.size, path })).toEqual(sumRoot(tree))
        expect(sumPathPlaces({ index, size: tree.size }).map(({ level, place }) => tree.levels[level]?.[place])).toEqual(path)
      }),
    )
  })

  test('leads nowhere with a sum, a hash or a place changed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 2, maxLength: 40 }), fc.nat(), fc.nat(), (sums, at, bit) => {
        const tree = treeOf(sums)
        const index = at % sums.length
        const leaf = leafOf(index, sums[index] ?? [])
        const path = sumPath(tree, index)
        const touched = bit % path.length
        const node = path[touched] ?? leaf
        const place = { index, size: tree.size }
        const root = sumRoot(tree)
        const reached = (of: SumNode, changed: readonly SumNode[], where = place): SumNode | null =>
          rootFromPath(of, { ...where, path: changed })
        expect(reached({ ...leaf, sums: leaf.sums.map((sum) => sum + 1n) }, path)?.hash).not.toEqual(root.hash)
        expect(reached(leaf, path.with(touched, { ...node, sums: node.sums.map((sum) => sum + 1n) }))?.hash).not.toEqual(root.hash)
        expect(reached(leaf, path.with(touched, { ...node, hash: flipped(node.hash, bit) }))?.hash).not.toEqual(root.hash)
        expect(reached(leaf, path.slice(1))).toBeNull()
        expect(reached(leaf, [...path, node])).toBeNull()
        expect(reached(leaf, path, { index: tree.size, size: tree.size })).toBeNull()
      }),
    )
  })

  test('with a negative sum, one too great or too few of them is none', () => {
    const tree = treeOf([[5n], [7n]])
    const [neighbour] = sumPath(tree, 0)
    if (neighbour === undefined) throw new Error('A leaf of two has a neighbour')
    const place = { index: 0, size: 2 }
    for (const sums of [[-7n], [2n ** 128n], [2n ** 128n - 1n], [], [7n, 0n]]) {
      expect(rootFromPath(leafOf(0, [5n]), { ...place, path: [{ ...neighbour, sums }] })).toBeNull()
    }
  })
})

test('no tree is built of nothing, of a negative sum, of different assets, or beyond what can be written', () => {
  expect(() => sumTree([])).toThrow(RangeError)
  expect(() => leafOf(0, [-1n])).toThrow('no sum')
  expect(() => treeOf([[1n], [1n, 2n]])).toThrow('same assets')
  expect(() => treeOf([[2n ** 128n - 1n], [1n]])).toThrow('no sum')
  expect(() => sumPath(treeOf([[1n]]), 1)).toThrow('no leaf')
})

test('a balance is divided into four parts that make it up again; a debt is nothing', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), bytesOf(SPLIT_BYTES), (balance, random) => {
      const parts = splitInParts(balance, random)
      expect(parts).toHaveLength(PARTS)
      expect(parts.every((part) => part >= 0n)).toBe(true)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(balance > 0n ? balance : 0n)
    }),
  )
  expect(() => splitInParts(1n, new Uint8Array(3))).toThrow(RangeError)
})

describe('an account that looks for itself', () => {
  const DATE = '2026-11-23'
  const key = new Uint8Array(32).fill(3)
  const own = { key, date: DATE, account: 'R-100', sequence: 12, head: HEAD }
  const balances = [1_000n, -40n]
  const split = [splitInParts(1_000n, new Uint8Array(SPLIT_BYTES).fill(77)), splitInParts(-40n, new Uint8Array(SPLIT_BYTES))]
  const sumsOf = (part: number): readonly bigint[] => split.map((parts) => parts[part] ?? 0n)

  /** The own four parts among those of others, and what the house would show of them. */
  function house(change: Partial<typeof own> = {}): Readonly<{ tree: SumTree; parts: OwnParts['parts'] }> {
    const others = Array.from({ length: 9 }, (_, at) => leafOf(at, [BigInt(at), 5n]))
    const mine = Array.from({ length: PARTS }, (_, part) =>
      sumLeaf({ ...own, ...change, id: liabilityId(key, DATE, part), sums: sumsOf(part) }),
    )
    const leaves = [...others.slice(0, 4), ...mine.slice(0, 2), ...others.slice(4), ...mine.slice(2)]
    const tree = sumTree(leaves)
    const parts = mine.map((leaf, part) => ({ index: leaves.indexOf(leaf), sums: sumsOf(part), path: sumPath(tree, leaves.indexOf(leaf)) }))
    return { tree, parts }
  }

  const { tree, parts } = house()
  const claim: OwnParts = { ...own, balances, size: tree.size, parts }

  test('finds its whole balance', () => {
    expect(verifyOwnParts(claim, sumRoot(tree))).toEqual({ ok: true, value: null })
  })

  test.each<[string, Partial<OwnParts>, string]>([
    ['a part is left out', { parts: parts.slice(1) }, 'wrong-parts'],
    ['a part is shown twice', { parts: parts.with(1, parts[0] ?? { index: 0, sums: [], path: [] }) }, 'wrong-parts'],
    ['the parts are less than the balance', { balances: [1_001n, 0n] }, 'wrong-balance'],
    ['the parts are more than the balance', { balances: [999n, 0n] }, 'wrong-balance'],
    ['they stand under the names of another day', { date: '2026-11-24' }, 'not-included'],
    ['they are those of another account', { account: 'R-101' }, 'not-included'],
    ['they stand on another head', { head: new Uint8Array(32) }, 'not-included'],
    ['they stand on another sequence', { sequence: 13 }, 'not-included'],
    ['the names belong to another key', { key: new Uint8Array(32) }, 'not-included'],
    ['the tree has another size', { size: 99 }, 'not-included'],
  ])('sees it when %s', (_, change, fault) => {
    expect(verifyOwnParts({ ...claim, ...change }, sumRoot(tree))).toEqual({ ok: false, fault })
  })

  test('sees it when the total that is published is not the one of the tree', () => {
    const root = sumRoot(tree)
    expect(verifyOwnParts(claim, { ...root, sums: root.sums.map((sum) => sum - 1n) })).toEqual({ ok: false, fault: 'not-included' })
    expect(verifyOwnParts(claim, { ...root, hash: flipped(root.hash, 0) })).toEqual({ ok: false, fault: 'not-included' })
  })

  test('is not fooled by parts of which one is negative', () => {
    const wrong = parts.map((part, at) => ({ ...part, sums: at === 0 ? [-1n, 0n] : part.sums }))
    expect(verifyOwnParts({ ...claim, parts: wrong }, sumRoot(tree))).toEqual({ ok: false, fault: 'wrong-parts' })
  })
})
