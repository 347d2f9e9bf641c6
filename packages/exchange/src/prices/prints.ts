import type { Trade } from '../venue.ts'
import { normal, poisson } from '../random/distributions.ts'
import { KeyedHash, uniform, upperChoice } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import type { MinuteSlots } from './minute-slots.ts'
import { type PriceUnits, toPrice, toQuantity } from './price-units.ts'
import { SLOTS_PER_MINUTE } from './tape.ts'
import { needs } from './tree-cursor.ts'

const MAX_PRINTS = 8
const BURST = 0.8
const SIZE_SPREAD = 0.9
const SIDE_FOLLOWS_PRICE = 0.65
const MINUTES_PER_SESSION = 1_536
const hash = new KeyedHash()

/**
 * The trades of one step, all at its moment. Their quantities add up to its volume, they reach its high and low
 * where the minute's bar needs them to, and the last one is at its close: the tape and the bars agree.
 */
export function printsOf(slots: MinuteSlots, slot: number, usualCount: number): Trade[] {
  const volume = slots.volumeOf(slot)
  if (volume === 0) return []
  const { root } = slots.tape
  const { arithmetic } = root
  const node = slots.minute * SLOTS_PER_MINUTE + slot
  hash.mix(root.key, root.instrument, streamTag.printCount, root.dayWord, node)
  const mean = usualCount * arithmetic.exp(BURST * Math.abs(normal(uniform(hash.low), arithmetic)))
  const fixed = fixedPrices(slots, slot, (hash.high & 1) === 1)
  const count = Math.min(MAX_PRINTS, volume, Math.max(fixed.length, poisson(mean, uniform(hash.high), arithmetic)))
  const first = (root.dayWord * MINUTES_PER_SESSION * SLOTS_PER_MINUTE + node) * MAX_PRINTS
  const at = slots.momentOf(slot)
  const sizes = splitVolume(slots, node, volume, count)
  let previous = slots.openOf(slot)
  return sizes.map((size, index) => {
    hash.mix(root.key, root.instrument, streamTag.printSplit, root.dayWord, node * MAX_PRINTS + index)
    const left = count - index
    const price =
      left <= fixed.length ? (fixed[fixed.length - left] as PriceUnits) : (hash.high & 1) === 1 ? slots.openOf(slot) : slots.closeOf(slot)
    const buying = price === previous ? 0.5 : price > previous ? SIDE_FOLLOWS_PRICE : 1 - SIDE_FOLLOWS_PRICE
    previous = price
    const side = upperChoice(hash.high) < buying ? 'buy' : 'sell'
    return { price: toPrice(price), quantity: toQuantity(size), side, at, sequence: first + index }
  })
}

/** The prices that must be traded at, the close last. */
function fixedPrices(slots: MinuteSlots, slot: number, highFirst: boolean): PriceUnits[] {
  const needed = slots.needsOf(slot)
  const high = (needed & needs.high) === 0 ? [] : [slots.highOf(slot)]
  const low = (needed & needs.low) === 0 ? [] : [slots.lowOf(slot)]
  const extremes = highFirst ? [...high, ...low] : [...low, ...high]
  const close = slots.closeOf(slot)
  return extremes.at(-1) === close ? extremes : [...extremes, close]
}

/** Uneven parts of at least one share that add up to the volume. */
function splitVolume(slots: MinuteSlots, node: number, volume: number, count: number): number[] {
  const { root } = slots.tape
  const weights = Array.from({ length: count }, (_, index) => {
    hash.mix(root.key, root.instrument, streamTag.printSplit, root.dayWord, node * MAX_PRINTS + index)
    return root.arithmetic.exp(SIZE_SPREAD * normal(uniform(hash.low), root.arithmetic))
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const spare = volume - count
  const sizes = weights.map((weight) => 1 + Math.floor((spare * weight) / total))
  const given = sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size, index) => (index === 0 ? size + volume - given : size))
}
