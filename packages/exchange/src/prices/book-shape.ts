import type { Instant } from '@rueda/rules/time.ts'
import type { Level } from '../venue.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { type PriceUnits, UNITS_PER_ONE, roundLot, stepDown, stepUp, tickUnits, toPrice, toQuantity } from './price-units.ts'
import type { TreeRoot } from './tree-cursor.ts'

/**
 * The outside market's best prices and displayed depth around its moving price (`domain.md` C.4). The spread widens
 * with volatility; sizes persist at a price for seconds and change by drifting from one ten-second epoch to the next.
 */
export type BookShape = Readonly<{
  root: TreeRoot
  /** Seconds since the session opened. */
  second: number
  /** The exact price, in price units but not whole. */
  price: number
  /** The mean spread in ticks. */
  spread: number
  /** Shares that a level one tick from the best holds on average. */
  levelSize: number
}>

export type BestPrices = Readonly<{ bid: PriceUnits; ask: PriceUnits }>

const EPOCH_SECONDS = 10
const SPREAD_NOISE = 0.2
const SIZE_NOISE = 0.5
const HUMP_TICKS = 6
/** The epoch shares a word with the tag, above it. */
const TAGS = 256
const hash = new KeyedHash()

export function bestPrices(shape: BookShape): BestPrices {
  const { root, price } = shape
  hash.mix(root.key, root.instrument, streamTag.spread, root.dayWord, Math.floor(shape.second / EPOCH_SECONDS))
  const ticks = Math.max(1, Math.round(shape.spread * Math.exp(SPREAD_NOISE * normal(uniform(hash.low)))))
  const tick = tickUnits(price)
  const raw = Math.ceil(price / tick + ticks / 2) * tick
  // Just above 1.00 the grid is a hundred times coarser than just below.
  const ask = raw > UNITS_PER_ONE ? Math.ceil(raw / tickUnits(raw)) * tickUnits(raw) : raw
  let bid = ask
  for (let step = 0; step < ticks; step += 1) bid = stepDown(bid)
  return { bid: Math.max(1, bid), ask: Math.max(2, ask) }
}

export function sizeAt(shape: BookShape, price: PriceUnits, ticksAway: number): number {
  const epoch = Math.floor(shape.second / EPOCH_SECONDS)
  const into = (shape.second % EPOCH_SECONDS) / EPOCH_SECONDS
  const noise = (1 - into) * sizeNoise(shape.root, price, epoch) + into * sizeNoise(shape.root, price, epoch + 1)
  const lot = roundLot(price)
  const size = shape.levelSize * (ticksAway + 1) * Math.exp(-ticksAway / HUMP_TICKS + SIZE_NOISE * noise)
  return Math.max(lot, Math.round(size / lot) * lot)
}

export function levelsFrom(shape: BookShape, side: 'bid' | 'ask', best: PriceUnits, count: number): Level[] {
  const levels: Level[] = []
  let price = best
  for (let away = 0; away < count && price > 0; away += 1) {
    levels.push({ price: toPrice(price), quantity: toQuantity(sizeAt(shape, price, away)) })
    price = side === 'bid' ? stepDown(price) : stepUp(price)
  }
  return levels
}

export const secondsSince = (opensAt: Instant, now: Instant): number => Math.floor((now - opensAt) / 1_000)

function sizeNoise(root: TreeRoot, price: PriceUnits, epoch: number): number {
  hash.mix(root.key, root.instrument, streamTag.depth + epoch * TAGS, root.dayWord, price)
  return normal(uniform(hash.low))
}
