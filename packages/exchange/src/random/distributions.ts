import type { Arithmetic } from '../arithmetic/arithmetic.ts'

/**
 * The distributions of the market, made from uniform draws with + − × /, square root, and the logarithm and exponential
 * of a price model, so that the same draws give the same prices everywhere.
 */

/** The normal law's quantile (Acklam's approximation, relative error below 1.2·10^-9). */
export function normal(probability: number, arithmetic: Arithmetic): number {
  if (probability < TAIL) return tail(Math.sqrt(-2 * arithmetic.log(probability)))
  if (probability > 1 - TAIL) return -tail(Math.sqrt(-2 * arithmetic.log(1 - probability)))
  const q = probability - 0.5
  const r = q * q
  const above =
    (((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r - 30.66479806614716) * r +
      2.506628277459239) *
    q
  const below =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r - 13.28068155288572) * r + 1
  return above / below
}

/** Student's t with six degrees of freedom scaled to unit variance, clipped at seven standard deviations. */
export function studentSix(shock: number, first: number, second: number, third: number, arithmetic: Arithmetic): number {
  const chiSquared = -2 * arithmetic.log(first * second * third)
  const z = (2 * normal(shock, arithmetic)) / Math.sqrt(chiSquared)
  return clip(z, MAX_SHOCK)
}

/** The count that a uniform draw stands for, by adding up the law from zero; meant for small means. */
export function poisson(mean: number, draw: number, arithmetic: Arithmetic): number {
  let count = 0
  let probability = arithmetic.exp(-mean)
  let reached = probability
  while (draw > reached && count < MAX_COUNT) {
    count += 1
    probability *= mean / count
    reached += probability
  }
  return count
}

export const clip = (value: number, bound: number): number => (value > bound ? bound : value < -bound ? -bound : value)

const TAIL = 0.02425
const MAX_SHOCK = 7
const MAX_COUNT = 1_000

function tail(q: number): number {
  const above =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q + 4.374664141464968) * q +
    2.938163982698783
  const below = (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1
  return above / below
}
