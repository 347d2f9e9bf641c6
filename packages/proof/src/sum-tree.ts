import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { liabilityId } from './account-key.ts'
import { HASH_BYTES, equalBytes, u64, utf8 } from './bytes.ts'
import { type Outcome, accepted, refused } from './outcome.ts'

/**
 * What the house owes everybody, as a tree whose every node says the sums below it. Who finds the own parts in it knows that
 * they are in the total: no sum can be negative, and every hash covers the sums on both sides.
 */

const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01
const SUM_BYTES = 16
const BYTE_BITS = 8n
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
  // Written out before it is believed: a total that no longer fits would begin anew at nothing.
  sumBytes(sums)
  return { sums, hash: sha256(concatBytes(Uint8Array.of(NODE_PREFIX), sumBytes(left.sums), left.hash, sumBytes(right.sums), right.hash)) }
}

function sumBytes(sums: Sums): Uint8Array {
  const bytes = new Uint8Array(sums.length * SUM_BYTES)
  sums.forEach((sum, asset) => {
    if (!isSum(sum)) throw new RangeError(`${sum} is no sum of the tree`)
    for (let at = SUM_BYTES - 1, rest = sum; at >= 0; at -= 1, rest >>= BYTE_BITS) bytes[asset * SUM_BYTES + at] = Number(rest & 0xffn)
  })
  return bytes
}

const isSum = (sum: bigint): boolean => sum >= 0n && sum <= MAX_SUM

/** The levels of the tree, the leaves first and the root last. A node without a neighbour goes up as it is. */
export type SumTree = Readonly<{ size: number; levels: readonly (readonly SumNode[])[] }>

export function sumTree(leaves: readonly SumNode[]): SumTree {
  const [first] = leaves
  if (first === undefined) throw new RangeError('A tree of sums has a leaf')
  if (leaves.some(({ sums }) => sums.length !== first.sums.length)) throw new RangeError('All leaves have the same assets')
  const levels: (readonly SumNode[])[] = [leaves]
  for (let below = leaves; below.length > 1; below = levels.at(-1) ?? []) levels.push(pairs(below))
  return { size: leaves.length, levels }
}

function pairs(nodes: readonly SumNode[]): readonly SumNode[] {
  const above: SumNode[] = []
  for (let at = 0; at < nodes.length; at += 2) {
    const [left, right] = nodes.slice(at, at + 2)
    if (left !== undefined) above.push(right === undefined ? left : joined(left, right))
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
  return neighbours({ index, size }).flatMap((place, level) => {
    const node = place === null ? undefined : levels[level]?.[place]
    return node === undefined ? [] : [node]
  })
}

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
  const places = neighbours({ index, size }).flatMap((place, level) => (place === null ? [] : [{ place, level }]))
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
