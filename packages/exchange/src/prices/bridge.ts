import type { Arithmetic } from '../arithmetic/arithmetic.ts'

/**
 * The laws of a Brownian bridge's extremes: how likely a path from `a` to `b` of that variance stays below a level,
 * and where its maximum lies when it must not pass a ceiling. Minima are maxima of the mirrored path.
 */

/** The probability that the path reaches the level. */
export const reaching = (level: number, a: number, b: number, variance: number, arithmetic: Arithmetic): number =>
  arithmetic.exp((-2 * (level - a) * (level - b)) / variance)

/** The maximum of the path for a uniform draw, given that it stays at or below the ceiling. */
export function maximumBelow(ceiling: number, a: number, b: number, variance: number, draw: number, arithmetic: Arithmetic): number {
  const below = 1 - reaching(ceiling, a, b, variance, arithmetic)
  const reach = Math.sqrt((a - b) * (a - b) - 2 * variance * arithmetic.log(1 - draw * below))
  return Math.min(ceiling, Math.max(a, b, (a + b + reach) / 2))
}

/**
 * Two bridges, from `a` over `middle` to `c`: the density with which the highest point of both is exactly `high`,
 * and the part of it in which the left one attains it. Constant factors are left out.
 */
export function attaining(
  high: number,
  a: number,
  middle: number,
  c: number,
  left: number,
  right: number,
  part: AttainingParts,
  arithmetic: Arithmetic,
): number {
  const reachLeft = reaching(high, a, middle, left, arithmetic)
  const reachRight = reaching(high, middle, c, right, arithmetic)
  part.left = ((2 * high - a - middle) / left) * reachLeft * (1 - reachRight)
  part.right = ((2 * high - middle - c) / right) * reachRight * (1 - reachLeft)
  return part.left + part.right
}

export type AttainingParts = { left: number; right: number }
