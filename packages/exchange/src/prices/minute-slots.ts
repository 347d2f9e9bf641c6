import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { KeyedHash, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import type { MarketPulse } from './market-pulse.ts'
import type { PriceUnits } from './price-units.ts'
import { SLOTS_PER_MINUTE, type Tape, minuteRoot } from './tape.ts'
import { type Leaf, TreeCursor } from './tree-cursor.ts'

const SLOT_MS = MINUTE_MS / SLOTS_PER_MINUTE
/** A slot's moment lies anywhere in it, short of the next one. */
const JITTER_MS = Math.floor(SLOT_MS) - 1

/**
 * One minute in 64 steps. Each step happens at a moment of its own and is unknown before it: at that moment its
 * trades print and the price becomes its close. Steps are worked out one by one as time reaches them.
 */
export class MinuteSlots {
  readonly tape: Tape
  readonly minute: number
  readonly startsAt: Instant
  readonly open: PriceUnits
  /** The exact logarithmic price at its beginning. */
  readonly openLog: number
  #filled = 0
  readonly #cursor: TreeCursor
  readonly #hash = new KeyedHash()
  readonly #moments = new Int32Array(SLOTS_PER_MINUTE)
  readonly #prices = new Int32Array(SLOTS_PER_MINUTE * 4)
  readonly #closes = new Float64Array(SLOTS_PER_MINUTE)
  readonly #volumes = new Int32Array(SLOTS_PER_MINUTE)
  readonly #needs = new Uint8Array(SLOTS_PER_MINUTE)

  constructor(tape: Tape, leaf: Leaf, sessionOpensAt: Instant, pulse: MarketPulse) {
    this.tape = tape
    this.minute = leaf.from
    this.startsAt = sessionOpensAt + leaf.from * MINUTE_MS
    this.open = tape.unitPrice(leaf.open)
    this.openLog = leaf.open
    this.#cursor = new TreeCursor(pulse, minuteRoot(tape.root, leaf))
  }

  /** The number of steps that have happened. */
  elapsed(now: Instant): number {
    const passed = now - this.startsAt
    if (passed < 0) return 0
    const slot = Math.floor(passed / SLOT_MS)
    if (slot >= SLOTS_PER_MINUTE) return this.#filledTo(SLOTS_PER_MINUTE)
    this.#filledTo(slot + 1)
    return (this.#moments[slot] as number) <= passed ? slot + 1 : slot
  }

  momentOf(slot: number): Instant {
    return this.startsAt + (this.#moments[slot] as number)
  }

  /** The exact logarithmic price at the end of a step, before rounding. */
  closeLog(slot: number): number {
    return this.#closes[slot] as number
  }

  openOf(slot: number): PriceUnits {
    return this.#prices[slot * 4] as number
  }
  highOf(slot: number): PriceUnits {
    return this.#prices[slot * 4 + 1] as number
  }
  lowOf(slot: number): PriceUnits {
    return this.#prices[slot * 4 + 2] as number
  }
  closeOf(slot: number): PriceUnits {
    return this.#prices[slot * 4 + 3] as number
  }
  volumeOf(slot: number): number {
    return this.#volumes[slot] as number
  }
  needsOf(slot: number): number {
    return this.#needs[slot] as number
  }

  #filledTo(count: number): number {
    while (this.#filled < count && this.#cursor.next()) this.#write(this.#filled, this.#cursor.leaf)
    return count
  }

  #write(slot: number, leaf: Leaf): void {
    const { root } = this.tape
    this.#hash.mix(root.key, root.instrument, streamTag.slotMoment, root.dayWord, this.minute * SLOTS_PER_MINUTE + slot)
    // The session's first price is there when it opens.
    const first = this.minute === 0 && slot === 0
    this.#moments[slot] = first ? 0 : Math.ceil(slot * SLOT_MS) + Math.floor(uniform(this.#hash.low) * JITTER_MS)
    const at = slot * 4
    this.#prices[at] = this.tape.unitPrice(leaf.open)
    this.#prices[at + 1] = this.tape.unitPrice(leaf.high)
    this.#prices[at + 2] = this.tape.unitPrice(leaf.low)
    this.#prices[at + 3] = this.tape.unitPrice(leaf.close)
    this.#closes[slot] = leaf.close
    this.#volumes[slot] = leaf.volume
    this.#needs[slot] = leaf.needs
    this.#filled = slot + 1
  }
}
