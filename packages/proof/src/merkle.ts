import { equalBytes, HASH_BYTES } from './bytes.ts'
import { sha256 } from './sha256.ts'

/** The Merkle trees of RFC 6962, section 2, with SHA-256: roots, proofs and their verification (RFC 9162, sections 2.1.3 and 2.1.4). */

const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01

export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array(0))

export function leafHash(entry: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + entry.length)
  input[0] = LEAF_PREFIX
  input.set(entry, 1)
  return sha256(input)
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  node.set(left, 1)
  node.set(right, 1 + HASH_BYTES)
  return sha256(node)
}
/** Kept, because a tree has as many nodes as leaves. */
const node = new Uint8Array(1 + 2 * HASH_BYTES)
node[0] = NODE_PREFIX

/** A full subtree: the 2^level leaves from index · 2^level on. Its hash never changes, however long the log becomes. */
export type Subtree = Readonly<{ level: number; index: number }>
export type SubtreeHash = Subtree & Readonly<{ hash: Uint8Array }>
/** Knows the hashes of full subtrees: from memory, or out of tiles. */
export type ReadHash = (subtree: Subtree) => Uint8Array

/** Leaves from start to before end, as a node of the tree covers them. */
type Range = Readonly<{ start: number; end: number }>

export const subtreesOfRoot = (size: number): readonly Subtree[] => fullSubtrees({ start: 0, end: size })
export const subtreesOfInclusion = (place: Place): readonly Subtree[] => inclusionRanges(place).flatMap(fullSubtrees)
export const subtreesOfConsistency = (sizes: Sizes): readonly Subtree[] => consistencyRanges(sizes).flatMap(fullSubtrees)

export const rootOf = (size: number, read: ReadHash): Uint8Array => (size === 0 ? EMPTY_ROOT : hashOf({ start: 0, end: size }, read))

export type Place = Readonly<{ index: number; size: number }>

/** The way from a leaf to the root: siblings, the nearest first. */
export const inclusionProof = (place: Place, read: ReadHash): readonly Uint8Array[] =>
  inclusionRanges(place).map((range) => hashOf(range, read))

export type Sizes = Readonly<{ oldSize: number; size: number }>

/** What shows that the tree of the old size is the beginning of the tree of the new one. */
export const consistencyProof = (sizes: Sizes, read: ReadHash): readonly Uint8Array[] =>
  consistencyRanges(sizes).map((range) => hashOf(range, read))

function inclusionRanges({ index, size }: Place): readonly Range[] {
  if (!isCount(size) || !isCount(index) || index >= size) throw new RangeError(`A tree of ${size} has no leaf ${index}`)
  const ranges: Range[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + leftPart(end - start)
    ranges.push(index < middle ? { start: middle, end } : { start, end: middle })
    if (index < middle) end = middle
    else start = middle
  }
  return ranges.toReversed()
}

function consistencyRanges({ oldSize, size }: Sizes): readonly Range[] {
  if (!isCount(oldSize) || !isCount(size) || oldSize > size) throw new RangeError(`A tree of ${size} had no size ${oldSize}`)
  if (oldSize === 0) return []
  const ranges: Range[] = []
  let start = 0
  let end = size
  while (end !== oldSize) {
    const middle = start + leftPart(end - start)
    ranges.push(oldSize <= middle ? { start: middle, end } : { start, end: middle })
    if (oldSize <= middle) end = middle
    else start = middle
  }
  // Where the old tree is a full subtree of the new one, the verifier has its root already.
  if (start > 0) ranges.push({ start, end })
  return ranges.toReversed()
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** The greatest power of two below a size: where the tree divides. */
function leftPart(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/** The full subtrees that a node is made of, the greatest first. */
function fullSubtrees({ start, end }: Range): readonly Subtree[] {
  const subtrees: Subtree[] = []
  let from = start
  while (from < end) {
    let level = 0
    let leaves = 1
    while (leaves * 2 <= end - from) {
      leaves *= 2
      level += 1
    }
    subtrees.push({ level, index: from / leaves })
    from += leaves
  }
  return subtrees
}

const hashOf = (range: Range, read: ReadHash): Uint8Array => foldedEdge(fullSubtrees(range).map(read))

/** Joins full subtrees from the right, as the tree of their leaves does. */
function foldedEdge(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

export type Inclusion = Place & Readonly<{ leaf: Uint8Array; proof: readonly Uint8Array[] }>

/** The root that an inclusion proof leads to, or null where the proof has not the length of one. */
export function rootFromInclusion({ index, size, leaf, proof }: Inclusion): Uint8Array | null {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes([leaf, ...proof])) return null
  let place = index
  let last = size - 1
  let hash = leaf
  for (const sibling of proof) {
    if (last === 0) return null
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash)
      while (place % 2 === 0 && place !== 0) {
        place = half(place)
        last = half(last)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    place = half(place)
    last = half(last)
  }
  return last === 0 ? hash : null
}

export function verifyInclusion({ root, ...inclusion }: Inclusion & Readonly<{ root: Uint8Array }>): boolean {
  const reached = rootFromInclusion(inclusion)
  return reached !== null && equalBytes(reached, root)
}

export type Consistency = Sizes & Readonly<{ oldRoot: Uint8Array; root: Uint8Array; proof: readonly Uint8Array[] }>

/** Whether the tree of the old size and root is the beginning of the new one. */
export function verifyConsistency({ oldSize, size, oldRoot, root, proof }: Consistency): boolean {
  if (!isCount(oldSize) || !isCount(size) || oldSize > size || !areHashes([oldRoot, root, ...proof])) return false
  if (oldSize === 0) return proof.length === 0 && equalBytes(oldRoot, EMPTY_ROOT) && (size > 0 || equalBytes(root, EMPTY_ROOT))
  if (oldSize === size) return proof.length === 0 && equalBytes(oldRoot, root)
  const [first, ...siblings] = leftPart(oldSize * 2) === oldSize ? [oldRoot, ...proof] : proof
  if (first === undefined || proof.length === 0) return false
  let place = oldSize - 1
  let last = size - 1
  while (place % 2 === 1) {
    place = half(place)
    last = half(last)
  }
  let older = first
  let newer = first
  for (const sibling of siblings) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      older = nodeHash(sibling, older)
      newer = nodeHash(sibling, newer)
      while (place % 2 === 0 && place !== 0) {
        place = half(place)
        last = half(last)
      }
    } else {
      newer = nodeHash(newer, sibling)
    }
    place = half(place)
    last = half(last)
  }
  return last === 0 && equalBytes(older, oldRoot) && equalBytes(newer, root)
}

const half = (value: number): number => Math.floor(value / 2)
const areHashes = (hashes: readonly Uint8Array[]): boolean => hashes.every(({ length }) => length === HASH_BYTES)

/** All that a log keeps in memory to grow: how many leaves it has and the full subtrees they make, the greatest first. */
export type RightEdge = Readonly<{ size: number; hashes: readonly Uint8Array[] }>

export const EMPTY_EDGE: RightEdge = { size: 0, hashes: [] }

export const rootOfEdge = ({ hashes }: RightEdge): Uint8Array => (hashes.length === 0 ? EMPTY_ROOT : foldedEdge(hashes))

/** The right edge of a tree whose hashes are stored. */
export const edgeOf = (size: number, read: ReadHash): RightEdge => ({ size, hashes: subtreesOfRoot(size).map(read) })

/** Puts leaves at the end; says which full subtrees came into being, each leaf among them. */
export function append(edge: RightEdge, leaves: readonly Uint8Array[]): Readonly<{ edge: RightEdge; completed: readonly SubtreeHash[] }> {
  const hashes = [...edge.hashes]
  const completed: SubtreeHash[] = []
  let size = edge.size
  for (const leaf of leaves) {
    let hash = leaf
    let index = size
    let level = 0
    completed.push({ level, index, hash })
    while (index % 2 === 1) {
      hash = nodeHash(hashes.pop() ?? EMPTY_ROOT, hash)
      index = half(index)
      level += 1
      completed.push({ level, index, hash })
    }
    hashes.push(hash)
    size += 1
  }
  return { edge: { size, hashes }, completed }
}

/** Reads the full subtrees of leaves that lie in memory, each worked out once. */
export function hashesOfLeaves(leaves: readonly Uint8Array[]): ReadHash {
  const levels: Uint8Array[][] = [[...leaves]]
  for (let below = levels[0] ?? []; below.length > 1; below = levels.at(-1) ?? []) {
    levels.push(
      Array.from({ length: half(below.length) }, (_, at) => nodeHash(below[2 * at] ?? EMPTY_ROOT, below[2 * at + 1] ?? EMPTY_ROOT)),
    )
  }
  return ({ level, index }) => {
    const hash = levels[level]?.[index]
    if (hash === undefined) throw new RangeError(`There is no full subtree ${index} of level ${level}`)
    return hash
  }
}
