import type { Fate } from '../../bus/memory-bus.ts'

/** A whole number from 0 to below a limit, the same for the same seed. */
export type Rng = (below: number) => number

const MULTIPLIER = 1_664_525
const INCREMENT = 1_013_904_223
const STATES = 2 ** 32
const SPREAD = 0x9e37_79b1

export function rngOf(seed: number): Rng {
  let state = Math.imul(seed + 1, SPREAD) >>> 0
  return (below) => {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) >>> 0
    return Math.floor((state / STATES) * below)
  }
}

/** One message in ten is lost, one comes twice, and some are late, each by another time, so that they overtake each other. */
export const faultyFate =
  (rng: Rng): Fate =>
  () => {
    const draw = rng(TEN)
    if (draw === 0) return []
    if (draw === 1) return [rng(MAX_LATE_MS), rng(MAX_LATE_MS)]
    return draw < HALF ? [rng(MAX_LATE_MS)] : [0]
  }
const TEN = 10
const HALF = 5
const MAX_LATE_MS = 120
