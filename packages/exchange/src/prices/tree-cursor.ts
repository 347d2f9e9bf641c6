import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, type SipKey, lowerChoice, uniform, upperChoice } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import type { SettledBar } from './day-bar.ts'
import { type AttainingParts, attaining, maximumBelow } from './bridge.ts'
import type { MarketPulse } from './market-pulse.ts'

/**
 * A session as a binary tree of ever shorter bars (`docs/rules/price-model.md` C.3). Each split divides a bar into two whose open,
 * close, high, low and volume give the whole one back exactly, with draws that depend on the place in the tree only:
 * walking to one leaf and expanding the whole session therefore give the same bits. The cursor walks the leaves from
 * left to right, keeping what is still to be split on a stack, so that a market that moves on costs two splits a step.
 */
export type TreeRoot = Readonly<{
  arithmetic: Arithmetic
  key: SipKey
  instrument: number
  /** The day and the kind of session, as one word of every draw. */
  dayWord: number
  /** Leaves, how the tree is cut, and the place of its root among all the draws of the day. */
  leaves: number
  cut: (from: number, to: number) => number
  rootNode: number
  variancePrefix: Float64Array
  volumePrefix: Float64Array
  leastLeafVolume: number
  /** The market's share of the movement. */
  marketShare: number
  open: number
  close: number
  high: number
  low: number
  variance: number
  volume: number
  /** Which of its extremes must be traded at within it; `needs` below. */
  needs: number
  /** Bars that are settled already and divide the root; the walk starts from them. */
  blocks?: readonly SettledBar[] | undefined
}>

/** A leaf that attains its parent's high, low or close must trade there. */
export const needs = { high: 1, low: 2, close: 4 } as const

export type Leaf = {
  from: number
  to: number
  open: number
  close: number
  high: number
  low: number
  variance: number
  volume: number
  needs: number
}

const FIELDS = 10
/** Deep enough for a walk through any session; one with settled bars, or looked into here and there, makes room for more. */
const DEPTH = 24
const PROPOSAL_WIDTH = 1.6
const SHARE_NOISE = 0.22
const VOLUME_FOLLOWS = 1.4
const VOLUME_NOISE = 0.25

export class TreeCursor {
  readonly leaf: Leaf = { from: 0, to: 0, open: 0, close: 0, high: 0, low: 0, variance: 0, volume: 0, needs: 0 }
  readonly #pulse: MarketPulse
  readonly #hash = new KeyedHash()
  #stack = new Float64Array(FIELDS * DEPTH)
  readonly #candidates = new Float64Array(4)
  readonly #weights = new Float64Array(4)
  readonly #parts: AttainingParts = { left: 0, right: 0 }
  #size = 0
  #root: TreeRoot

  constructor(pulse: MarketPulse, root: TreeRoot) {
    this.#pulse = pulse
    this.#root = root
    this.start(root)
  }

  start(root: TreeRoot): void {
    this.#root = root
    this.#size = 0
    const { blocks } = root
    if (blocks === undefined) {
      this.#push(0, root.leaves, root.rootNode, root.open, root.close, root.high, root.low, root.variance, root.volume, root.needs)
      return
    }
    for (const { from, to, node, open, close, high, low, variance, volume } of blocks.toReversed()) {
      this.#push(from, to, node, open, close, high, low, variance, volume, 0)
    }
  }

  /** Moves to the next bar of at most `grain` leaves, leaving out all that ends at or before `skipTo`; false at the end. */
  next(grain = 1, skipTo = 0): boolean {
    while (this.#size > 0) {
      const at = (this.#size - 1) * FIELDS
      const from = this.#stack[at] as number
      const to = this.#stack[at + 1] as number
      if (to <= skipTo) this.#size -= 1
      else if (to - from <= grain) {
        this.#take(at)
        this.#size -= 1
        return true
      } else this.#split(at)
    }
    return false
  }

  /** The number of bars that the session is cut into so far. */
  get size(): number {
    return this.#size
  }

  /** Puts one of those bars into `leaf`. */
  look(index: number): void {
    this.#take(index * FIELDS)
  }

  /** Cuts one of those bars in two: its right half takes its place, and its left half becomes the last. */
  divide(index: number): void {
    this.#split(index * FIELDS)
  }

  #take(at: number): void {
    const stack = this.#stack
    const leaf = this.leaf
    leaf.from = stack[at] as number
    leaf.to = stack[at + 1] as number
    leaf.open = stack[at + 3] as number
    leaf.close = stack[at + 4] as number
    leaf.high = stack[at + 5] as number
    leaf.low = stack[at + 6] as number
    leaf.variance = stack[at + 7] as number
    leaf.volume = stack[at + 8] as number
    leaf.needs = stack[at + 9] as number
  }

  /** Replaces a bar by its right half and puts its left half on top of the stack. */
  #split(at: number): void {
    const stack = this.#stack
    const [root, hash] = [this.#root, this.#hash]
    const { arithmetic } = root
    const from = stack[at] as number
    const to = stack[at + 1] as number
    const node = stack[at + 2] as number
    const open = stack[at + 3] as number
    const close = stack[at + 4] as number
    const high = stack[at + 5] as number
    const low = stack[at + 6] as number
    const variance = stack[at + 7] as number
    const volume = stack[at + 8] as number
    const needed = stack[at + 9] as number
    const middle = root.cut(from, to)
    hash.mix(root.key, root.instrument, streamTag.splitShape, root.dayWord, node)
    const burst = SHARE_NOISE * normal(uniform(hash.low), arithmetic)
    const crowd = VOLUME_NOISE * normal(uniform(hash.high), arithmetic)
    const varianceLeft = variance * tilted(shareOf(root.variancePrefix, from, middle, to), 2 * burst, arithmetic)
    const varianceRight = variance - varianceLeft
    const volumeShare = tilted(shareOf(root.volumePrefix, from, middle, to), VOLUME_FOLLOWS * burst + crowd, arithmetic)
    hash.mix(root.key, root.instrument, streamTag.splitChoices, root.dayWord, node)
    const choice = upperChoice(hash.low)
    const highSide = lowerChoice(hash.low)
    const lowSide = upperChoice(hash.high)
    const rounding = lowerChoice(hash.high)
    const price = this.#midpoint(node, open, close, high, low, varianceLeft, varianceRight, choice)
    const highLeft = this.#leftAttains(high, open, price, close, varianceLeft, varianceRight, highSide)
    const lowLeft = this.#leftAttains(-low, -open, -price, -close, varianceLeft, varianceRight, lowSide)
    hash.mix(root.key, root.instrument, streamTag.splitExtremes, root.dayWord, node)
    const otherHigh = highLeft
      ? maximumBelow(high, price, close, varianceRight, uniform(hash.low), arithmetic)
      : maximumBelow(high, open, price, varianceLeft, uniform(hash.low), arithmetic)
    const otherLow = lowLeft
      ? -maximumBelow(-low, -price, -close, varianceRight, uniform(hash.high), arithmetic)
      : -maximumBelow(-low, -open, -price, varianceLeft, uniform(hash.high), arithmetic)
    const needsLeft = needed & ((highLeft ? needs.high : 0) | (lowLeft ? needs.low : 0))
    const needsRight = needed & ~needsLeft
    const leastLeft = Math.max(root.leastLeafVolume * (middle - from), sharesFor(needsLeft))
    const leastRight = Math.max(root.leastLeafVolume * (to - middle), sharesFor(needsRight))
    const volumeLeft = Math.max(leastLeft, Math.min(volume - leastRight, Math.floor(volume * volumeShare + rounding)))
    this.#put(
      at,
      middle,
      to,
      2 * node + 1,
      price,
      close,
      highLeft ? otherHigh : high,
      lowLeft ? otherLow : low,
      varianceRight,
      volume - volumeLeft,
      needsRight,
    )
    this.#push(
      from,
      middle,
      2 * node,
      open,
      price,
      highLeft ? high : otherHigh,
      lowLeft ? low : otherLow,
      varianceLeft,
      volumeLeft,
      needsLeft,
    )
  }

  /** Four candidates around the straight line, weighed by how well each explains the high and the low. */
  #midpoint(node: number, open: number, close: number, high: number, low: number, left: number, right: number, choice: number): number {
    const { key, instrument, dayWord, marketShare, arithmetic } = this.#root
    const shared = marketShare * this.#pulse.at(key, dayWord, node, arithmetic)
    this.#hash.mix(key, instrument, streamTag.splitCandidates, dayWord, node)
    const own = Math.sqrt(1 - marketShare * marketShare)
    const width = PROPOSAL_WIDTH * Math.sqrt((left * right) / (left + right))
    const line = open + ((close - open) * left) / (left + right) + width * shared
    const first = width * own * normal(uniform(this.#hash.low), arithmetic)
    const second = width * own * normal(uniform(this.#hash.high), arithmetic)
    let total = 0
    for (let index = 0; index < 4; index += 1) {
      const candidate = line + (index === 0 ? first : index === 1 ? -first : index === 2 ? second : -second)
      this.#candidates[index] = candidate
      this.#weights[index] = this.#likelihood(candidate, open, close, high, low, left, right)
      total += this.#weights[index] as number
    }
    if (!(total > 0)) return reflected(this.#candidates[0] as number, low, high)
    let rest = choice * total
    for (let index = 0; index < 3; index += 1) {
      rest -= this.#weights[index] as number
      if (rest < 0) return this.#candidates[index] as number
    }
    const last = this.#candidates[3] as number
    return last > low && last < high ? last : reflected(last, low, high)
  }

  #likelihood(price: number, open: number, close: number, high: number, low: number, left: number, right: number): number {
    if (price >= high || price <= low) return 0
    const { arithmetic } = this.#root
    const atHigh = attaining(high, open, price, close, left, right, this.#parts, arithmetic)
    return atHigh * attaining(-low, -open, -price, -close, left, right, this.#parts, arithmetic)
  }

  #leftAttains(high: number, open: number, price: number, close: number, left: number, right: number, draw: number): boolean {
    const total = attaining(high, open, price, close, left, right, this.#parts, this.#root.arithmetic)
    return total > 0 ? draw * total < this.#parts.left : draw < 0.5
  }

  #push(
    from: number,
    to: number,
    node: number,
    open: number,
    close: number,
    high: number,
    low: number,
    variance: number,
    volume: number,
    need: number,
  ): void {
    const at = this.#size * FIELDS
    if (at === this.#stack.length) this.#grow()
    this.#put(at, from, to, node, open, close, high, low, variance, volume, need)
    this.#size += 1
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#stack.length)
    larger.set(this.#stack)
    this.#stack = larger
  }

  #put(
    at: number,
    from: number,
    to: number,
    node: number,
    open: number,
    close: number,
    high: number,
    low: number,
    variance: number,
    volume: number,
    need: number,
  ): void {
    const stack = this.#stack
    stack[at] = from
    stack[at + 1] = to
    stack[at + 2] = node
    stack[at + 3] = open
    stack[at + 4] = close
    stack[at + 5] = high
    stack[at + 6] = low
    stack[at + 7] = variance
    stack[at + 8] = volume
    stack[at + 9] = need
  }
}

/** Hours first, then halves, quarters, fives and single minutes: every bar that charts ask for is one node of the tree. */
const CUTS = [60, 30, 15, 5, 1] as const
export function cutMinutes(from: number, to: number): number {
  const span = to - from
  const unit = CUTS.find((candidate) => candidate < span) ?? 1
  return from + unit * Math.max(1, Math.floor(span / unit / 2))
}

export const cutInHalf = (from: number, to: number): number => (from + to) >> 1

function shareOf(prefix: Float64Array, from: number, middle: number, to: number): number {
  const start = prefix[from] as number
  return ((prefix[middle] as number) - start) / ((prefix[to] as number) - start)
}

/** A share whose odds are multiplied by the exponential of `by`. */
function tilted(share: number, by: number, arithmetic: Arithmetic): number {
  const odds = (share / (1 - share)) * arithmetic.exp(by)
  return odds / (1 + odds)
}

/** Shares needed for it: one at each extreme and, since the last trade is at the close, one more after each of them. */
const sharesFor = (bits: number): number => 2 * (bits & 1) + (bits & 2) + ((bits >> 2) & 1)

/** A price outside its bounds folded back into them. */
function reflected(price: number, low: number, high: number): number {
  const folded = price > high ? 2 * high - price : price < low ? 2 * low - price : price
  return Math.min(high, Math.max(low, folded))
}
