import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import { volumeLaw } from './parameters.ts'

/** The size of a day's own push. */
const DRAW_SCALE = volumeLaw.deviation * Math.sqrt(1 - volumeLaw.memory * volumeLaw.memory)

/** The volume of a listing by day: a slow change of its own, more on lively days and on days that moved far. */
export class TradedVolume {
  readonly #usual: number
  readonly #meanLevel: number
  #memory = 0

  constructor(usual: number, meanLevel: number) {
    this.#usual = usual
    this.#meanLevel = meanLevel
  }

  saved(): number {
    return this.#memory
  }

  restore(memory: number): void {
    this.#memory = memory
  }

  /** Days one after the other; `move` counts in the day's own standard deviations. */
  next(draw: number, level: number, move: number, factor: number, arithmetic: Arithmetic): number {
    const { memory, memoryWeight, volatilityWeight, moveWeight, usualMove } = volumeLaw
    this.#memory = memory * this.#memory + DRAW_SCALE * draw
    const activity = memoryWeight * this.#memory + volatilityWeight * (level - this.#meanLevel) + moveWeight * (move - usualMove)
    return Math.max(MIN_VOLUME, Math.round(this.#usual * arithmetic.exp(activity) * factor))
  }
}

/** Enough for every minute of a session to trade something. */
export const MIN_VOLUME = 12_000
