import { concatBytes } from '@noble/hashes/utils.js'
import { liabilityId } from './account-key.ts'
import { HASH_BYTES, equalBytes, u64, utf8 } from './bytes.ts'
import { type Outcome, accepted, refused } from './outcome.ts'
import { sha256 } from './sha256.ts'

/**
 * What the house owes everybody, as a tree whose every node says the sums below it. Who finds the own parts in it knows that
 * they are in the total: no sum can be negative, and every hash covers the sums on both sides.
 */

const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01
export const SUM_BYTES = 16
const BYTE_BITS = 8n
const HALF_BYTES = 4
const HALF_BITS = 32n
const HALF = 0xffffffffn
const MAX_SUM = (1n << (BYTE_BITS * BigInt(SUM_BYTES))) - 1n
/** An account's balance lies in the tree in four parts, so that neighbours learn little. */
export const PARTS = 4
const CUT_BYTES = 24
export const SPLIT_BYTES = (PARTS - 1) * CUT_BYTES

/** One sum for each asset of the tree, in its smallest unit. */
export type Sums = readonly bigint[]
export type SumNode = Readonly<{ sums: Sums; hash: Uint8Array }>
export type SumLeaf = Readonly<{ id: Uint8Array; sums: Sums; account: string; sequence: number; head: Uint8Array }>

export function sumLeaf({ id, sums, account, sequence, head }: SumLeaf): SumNode {
  if (id.length !== HASH_BYTES || head.length !== HASH_BYTES) throw new RangeError('Id and head of a leaf have 32 bytes')
  return { sums, hash: sha256(concatBytes(Uint8Array.of(LEAF_PREFIX), id, sumBytes(sums), u64(sequence), head, utf8(account))) }
}

function joined(left: SumNode, right: SumNode): SumNode {
  const sums = left.sums.map((sum, asset) => sum + (right.sums[asset] ?? 0n))
  // A total that no longer fits would begin anew at nothing.
  sums.forEach(expectSum)
  const side = sums.length * SUM_BYTES + HASH_BYTES
  const bytes = new Uint8Array(1 + 2 * side)
  bytes[0] = NODE_PREFIX
  writeNode(left, bytes, 1)
  writeNode(right, bytes, 1 + side)
  return { sums, hash: sha256(bytes) }
}

function writeNode({ sums, hash }: SumNode, bytes: Uint8Array, at: number): void {
  writeSums(sums, bytes, at)
  bytes.set(hash, at + sums.length * SUM_BYTES)
}

function sumBytes(sums: Sums): Uint8Array {
  const bytes = new Uint8Array(sums.length * SUM_BYTES)
  writeSums(sums, bytes, 0)
  return bytes
}

/** From the right, by the half of a 64-bit word: a tree of many leaves is made of little else. */
function writeSums(sums: Sums, bytes: Uint8Array, from: number): void {
  sums.forEach((sum, asset) => {
    expectSum(sum)
    let rest = sum
    for (let end = from + (asset + 1) * SUM_BYTES; rest > 0n; end -= HALF_BYTES, rest >>= HALF_BITS) {
      const half = Number(rest & HALF)
      bytes[end - 1] = half
      bytes[end - 2] = half >>> 8
      bytes[end - 3] = half >>> 16
      bytes[end - 4] = half >>> 24
    }
  })
}

function expectSum(sum: bigint): void {
  if (!isSum(sum)) throw new RangeError(`${sum} is no sum of the tree`)
}

const isSum = (sum: bigint): boolean => sum >= 0n && sum <= MAX_SUM

/** A node of one asset as it is kept: its sum and its hash. */
export const SUM_NODE_BYTES = SUM_BYTES + HASH_BYTES
export function encodeSumNodes(nodes: readonly SumNode[]): Uint8Array {
  const bytes = new Uint8Array(nodes.length * SUM_NODE_BYTES)
  nodes.forEach((node, at) => writeNode(node, bytes, at * SUM_NODE_BYTES))
  return bytes
}

/** Null for bytes that are no such nodes. */
export function decodeSumNodes(bytes: Uint8Array): readonly SumNode[] | null {
  if (bytes.length % SUM_NODE_BYTES !== 0) return null
  return Array.from({ length: bytes.length / SUM_NODE_BYTES }, (_, at) => {
    const node = bytes.subarray(at * SUM_NODE_BYTES, (at + 1) * SUM_NODE_BYTES)
    return { sums: [wholeNumber(node.subarray(0, SUM_BYTES))], hash: node.slice(SUM_BYTES) }
  })
}

/** The levels of the tree, the leaves first and the root last. A node without a neighbour goes up as it is. */
export type SumTree = Readonly<{ size: number; levels: readonly (readonly SumNode[])[] }>

export function sumTree(leaves: readonly SumNode[]): SumTree {
  const steps = sumTreeInSteps(leaves)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The same, for a caller with other work to do: it stops before every node above the leaves. */
export function* sumTreeInSteps(leaves: readonly SumNode[]): Generator<undefined, SumTree> {
  const [first] = leaves
  if (first === undefined) throw new RangeError('A tree of sums has a leaf')
  if (leaves.some(({ sums }) => sums.length !== first.sums.length)) throw new RangeError('All leaves have the same assets')
  const levels: (readonly SumNode[])[] = [leaves]
  for (let below = leaves; below.length > 1; below = levels.at(-1) ?? []) {
    const above: SumNode[] = []
    for (let at = 0; at < below.length; at += 2) {
      yield
      const [left, right] = below.slice(at, at + 2)
      if (left !== undefined) above.push(right === undefined ? left : joined(left, right))
    }
    levels.push(above)
  }
  return { size: leaves.length, levels }
}

/** The nodes right above these, which begin at an even place; null where a sum no longer fits. */
export function sumNodesAbove(nodes: readonly SumNode[]): readonly SumNode[] | null {
  const above: SumNode[] = []
  for (let at = 0; at < nodes.length; at += 2) {
    const [left, right] = nodes.slice(at, at + 2)
    if (left === undefined) continue
    if (right !== undefined && !left.sums.every((sum, asset) => isSum(sum + (right.sums[asset] ?? 0n)))) return null
    above.push(right === undefined ? left : joined(left, right))
  }
  return above
}

export function sumRoot({ levels }: SumTree): SumNode {
  const root = levels.at(-1)?.[0]
  if (root === undefined) throw new RangeError('A tree of sums has a root')
  return root
}

/** The way from a leaf to the root: neighbours, the nearest first. */
export function sumPath({ size, levels }: SumTree, index: number): readonly SumNode[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError(`The tree has no leaf ${index}`)
  return sumPathPlaces({ index, size }).flatMap(({ level, place }) => levels[level]?.[place] ?? [])
}

/** Where the nodes of the way are, for a tree that is kept elsewhere. */
export const sumPathPlaces = (leaf: Readonly<{ index: number; size: number }>): readonly Readonly<{ level: number; place: number }>[] =>
  neighbours(leaf).flatMap((place, level) => (place === null ? [] : [{ level, place }]))

/** The place of the neighbour on each level, null where there is none. */
function neighbours({ index, size }: Readonly<{ index: number; size: number }>): readonly (number | null)[] {
  const places: (number | null)[] = []
  for (let place = index, nodes = size; nodes > 1; place = Math.floor(place / 2), nodes = Math.ceil(nodes / 2)) {
    const neighbour = place % 2 === 0 ? place + 1 : place - 1
    places.push(neighbour < nodes ? neighbour : null)
  }
  return places
}

export type SumPlace = Readonly<{ index: number; size: number; path: readonly SumNode[] }>

/** The root that a way leads to; null where it has another length, or says a sum that cannot be. */
export function rootFromPath(leaf: SumNode, { index, size, path }: SumPlace): SumNode | null {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return null
  const isNode = ({ sums, hash }: SumNode): boolean => sums.length === leaf.sums.length && sums.every(isSum) && hash.length === HASH_BYTES
  if (![leaf, ...path].every(isNode)) return null
  const places = sumPathPlaces({ index, size })
  if (places.length !== path.length) return null
  let node = leaf
  for (const [at, neighbour] of path.entries()) {
    // An even place stands at the left of its neighbour.
    const isLeft = (places[at]?.place ?? 0) % 2 === 0
    const sums = node.sums.map((sum, asset) => sum + (neighbour.sums[asset] ?? 0n))
    if (!sums.every(isSum)) return null
    node = isLeft ? joined(neighbour, node) : joined(node, neighbour)
  }
  return node
}

/** Divides what an account is owed into parts by random bytes. A debt counts as nothing. */
export function splitInParts(balance: bigint, random: Uint8Array): readonly bigint[] {
  if (random.length !== SPLIT_BYTES) throw new RangeError(`The split takes ${SPLIT_BYTES} random bytes`)
  const owed = owedOf(balance)
  const cuts = Array.from(
    { length: PARTS - 1 },
    (_, at) => wholeNumber(random.subarray(at * CUT_BYTES, (at + 1) * CUT_BYTES)) % (owed + 1n),
  )
  const ends = [...cuts.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)), owed]
  return ends.map((end, at) => end - (ends[at - 1] ?? 0n))
}

const owedOf = (balance: bigint): bigint => (balance > 0n ? balance : 0n)
const wholeNumber = (bytes: Uint8Array): bigint => bytes.reduce((value, byte) => (value << BYTE_BITS) | BigInt(byte), 0n)

export type OwnParts = Readonly<{
  key: Uint8Array
  date: string
  account: string
  sequence: number
  head: Uint8Array
  /** What one has by the own books, for each asset of the tree. */
  balances: Sums
  size: number
  /** The parts in their order. */
  parts: readonly Readonly<{ index: number; sums: Sums; path: readonly SumNode[] }>[]
}>
export type LiabilityFault = 'wrong-parts' | 'wrong-balance' | 'not-included'

/** Whether an account's whole balance is in the tree of a night, under its own names and in places of their own. */
export function verifyOwnParts(own: OwnParts, root: SumNode): Outcome<null, LiabilityFault> {
  const { key, date, account, sequence, head, balances, size, parts } = own
  if (parts.length !== PARTS || new Set(parts.map(({ index }) => index)).size !== PARTS) return refused('wrong-parts')
  if (!parts.every(({ sums }) => sums.length === balances.length && sums.every(isSum))) return refused('wrong-parts')
  const owned = balances.map((_, asset) => parts.reduce((sum, part) => sum + (part.sums[asset] ?? 0n), 0n))
  if (!balances.every((balance, asset) => owned[asset] === owedOf(balance))) return refused('wrong-balance')
  const areIncluded = parts.every(({ index, sums, path }, part) => {
    const leaf = sumLeaf({ id: liabilityId(key, date, part), sums, account, sequence, head })
    const reached = rootFromPath(leaf, { index, size, path })
    return reached !== null && equalBytes(reached.hash, root.hash) && reached.sums.every((sum, asset) => sum === root.sums[asset])
  })
  return areIncluded ? accepted(null) : refused('not-included')
}
