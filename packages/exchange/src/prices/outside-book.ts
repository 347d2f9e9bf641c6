import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Depth, Level, Quote } from '../venue.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import type { Standing } from './live-session.ts'
import { type PriceUnits, UNITS_PER_ONE, roundLot, stepDown, stepUp, tickUnits, toPrice, toQuantity } from './price-units.ts'
import { relativeActivity } from './session-clock.ts'
import { SizeNoise } from './size-noise.ts'
import type { Tape } from './tape.ts'

/**
 * The outside market's best prices and displayed depth around its moving price, over one session (`docs/rules/price-model.md` C.4). The
 * spread widens with volatility; sizes persist at a price for seconds and change by drifting from one ten-second epoch to
 * the next. It changes when the price does and with each second; in between it is what it was, the very same object.
 */
export type BookParts = Readonly<{
  tape: Tape
  opensAt: Instant
  /** The mean spread in ticks of a usual minute, and how much wider the session's kind makes it. */
  spread: number
  wider: number
  /** Shares that a level one tick from the best holds on average. */
  levelSize: number
}>

export type Best = Pick<Quote, 'bid' | 'ask' | 'bidQuantity' | 'askQuantity'>
type Looked = Readonly<{
  standing: Standing
  epoch: number
  /** The part of the epoch that has passed, from 0 to 1. */
  into: number
  bid: PriceUnits
  ask: PriceUnits
  best: Best
  depths: Map<number, Depth>
}>

const EPOCH_SECONDS = 10
const SPREAD_NOISE = 0.2
const SIZE_NOISE = 0.5
const HUMP_TICKS = 6
const hash = new KeyedHash()

export class OutsideBook {
  readonly #parts: BookParts
  readonly #noise: SizeNoise
  #looked: Looked | null = null
  #second = -1
  #spreadEpoch = -1
  #spreadFactor = 1

  constructor(parts: BookParts) {
    this.#parts = parts
    this.#noise = new SizeNoise(parts.tape.root)
  }

  best(standing: Standing, now: Instant): Best {
    return this.#look(standing, now).best
  }

  depth(standing: Standing, now: Instant, levels: number): Depth {
    const looked = this.#look(standing, now)
    const known = looked.depths.get(levels)
    if (known !== undefined) return known
    const depth = { bids: this.#levels(looked, 'bid', levels), asks: this.#levels(looked, 'ask', levels) }
    looked.depths.set(levels, depth)
    return depth
  }

  #look(standing: Standing, now: Instant): Looked {
    const second = Math.floor((now - this.#parts.opensAt) / SECOND_MS)
    if (this.#looked?.standing === standing && this.#second === second) return this.#looked
    const epoch = Math.floor(second / EPOCH_SECONDS)
    const into = (second % EPOCH_SECONDS) / EPOCH_SECONDS
    const { bid, ask } = this.#bestPrices(standing, epoch)
    const quantityAt = (price: PriceUnits): bigint => toQuantity(this.#sizeAt({ epoch, into }, price, 0))
    const best = { bid: toPrice(bid), ask: toPrice(ask), bidQuantity: quantityAt(bid), askQuantity: quantityAt(ask) }
    this.#looked = { standing, epoch, into, bid, ask, best, depths: new Map() }
    this.#second = second
    return this.#looked
  }

  #bestPrices({ minute, exact }: Standing, epoch: number): Readonly<{ bid: PriceUnits; ask: PriceUnits }> {
    const { root, plan } = this.#parts.tape
    const activity = relativeActivity(root.variancePrefix, Math.min(minute, plan.minutes - 1))
    const spread = this.#parts.spread * Math.sqrt(activity) * this.#parts.wider
    const price = plan.shape.openPrice * root.arithmetic.exp(exact) * UNITS_PER_ONE
    const ticks = Math.max(1, Math.round(spread * this.#spreadFactorIn(epoch)))
    const tick = tickUnits(price)
    const raw = Math.ceil(price / tick + ticks / 2) * tick
    // Just above 1.00 the grid is a hundred times coarser than just below.
    const ask = raw > UNITS_PER_ONE ? Math.ceil(raw / tickUnits(raw)) * tickUnits(raw) : raw
    let bid = ask
    for (let step = 0; step < ticks; step += 1) bid = stepDown(bid)
    return { bid: Math.max(1, bid), ask: Math.max(2, ask) }
  }

  #spreadFactorIn(epoch: number): number {
    if (this.#spreadEpoch === epoch) return this.#spreadFactor
    const { root } = this.#parts.tape
    hash.mix(root.key, root.instrument, streamTag.spread, root.dayWord, epoch)
    this.#spreadFactor = root.arithmetic.exp(SPREAD_NOISE * normal(uniform(hash.low), root.arithmetic))
    this.#spreadEpoch = epoch
    return this.#spreadFactor
  }

  #levels(looked: Looked, side: 'bid' | 'ask', count: number): Level[] {
    const levels: Level[] = []
    let price = looked[side]
    for (let away = 0; away < count && price > 0; away += 1) {
      levels.push({ price: toPrice(price), quantity: toQuantity(this.#sizeAt(looked, price, away)) })
      price = side === 'bid' ? stepDown(price) : stepUp(price)
    }
    return levels
  }

  #sizeAt({ epoch, into }: Pick<Looked, 'epoch' | 'into'>, price: PriceUnits, ticksAway: number): number {
    const noise = this.#noise.at(price, epoch, into)
    const lot = roundLot(price)
    const { arithmetic } = this.#parts.tape.root
    const size = this.#parts.levelSize * (ticksAway + 1) * arithmetic.exp(-ticksAway / HUMP_TICKS + SIZE_NOISE * noise)
    return Math.max(lot, Math.round(size / lot) * lot)
  }
}
