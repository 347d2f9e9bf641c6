import type { Arithmetic } from './arithmetic.ts'
import { STEPS, STEPS_BITS, logarithmOf, powersOfTwo, shortened } from './exact-tables.ts'

/**
 * Exponential, logarithm and power from + − × and / alone, with which price model 2 is drawn: every engine gives the
 * same bits, so that a browser recomputes what a server drew. They are within one unit of the last place of the true
 * value, which is as good as those of the engines, and as fast.
 */
export const plainArithmetic: Arithmetic = { exp, log, power }

const LN_2 = logarithmOf(2, 1)
/** ln 2 in so few bits that its multiples below are exact. */
const SHORT_BITS = 36
const shortLn2 = shortened(LN_2, SHORT_BITS)
const shortStep = shortened({ nearest: LN_2.nearest / STEPS, rest: LN_2.rest / STEPS }, SHORT_BITS)
const STEPS_PER_E = STEPS / LN_2.nearest
/** The terms of the exponential's series. */
const [HALF, SIXTH, TWENTY_FOURTH, ONE_OF_120, ONE_OF_720] = [1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720]
const powers = Float64Array.from(powersOfTwo(), ({ nearest }) => nearest)
const powerRests = Float64Array.from(powersOfTwo(), ({ rest }) => rest)

/** Past these a double has no number for the result. */
const MAX_EXPONENT = 709.782712893384
const MIN_EXPONENT = -745.1332191019412
const MAX_POWER = 1_023
const MIN_POWER = -1_022
/** Below, a double keeps ever fewer digits: such numbers are worked out so many powers of two higher. */
const FEWER_DIGITS = 54
const TWO_TO_54 = 18_014_398_509_481_984
/** 2^n for every n that a double reaches with all its digits. */
const wholePowers = Float64Array.from({ length: MAX_POWER - MIN_POWER + 1 }, (_, index) => wholePower(index + MIN_POWER))

/** x is a whole number of steps of ln 2 / 32 and a rest so small that six terms of the series are enough for it. */
function exp(x: number): number {
  if (!(x <= MAX_EXPONENT)) return x > MAX_EXPONENT ? Infinity : Number.NaN
  if (x < MIN_EXPONENT) return 0
  const steps = Math.floor(x * STEPS_PER_E + 0.5)
  const rest = x - steps * shortStep.nearest - steps * shortStep.rest
  const place = steps & (STEPS - 1)
  const whole = steps >> STEPS_BITS
  const tail = rest + rest * rest * (HALF + rest * (SIXTH + rest * (TWENTY_FOURTH + rest * (ONE_OF_120 + rest * ONE_OF_720))))
  const nearest = powers[place] as number
  const value = nearest + (nearest * tail + (powerRests[place] as number))
  if (whole > MAX_POWER) return value * 2 * (wholePowers[MAX_POWER - MIN_POWER] as number)
  if (whole < MIN_POWER) return (value * (wholePowers[whole + FEWER_DIGITS - MIN_POWER] as number)) / TWO_TO_54
  return value * (wholePowers[whole - MIN_POWER] as number)
}

/** Logarithms of 22/32 to 46/32. */
const FIRST_POINT = 22
const POINTS = 32
const POINT = 1 / POINTS
const points = Array.from({ length: 25 }, (_, index) => logarithmOf(index + FIRST_POINT, POINTS))
const pointLogs = Float64Array.from(points, ({ nearest }) => nearest)
const pointRests = Float64Array.from(points, ({ rest }) => rest)

/** The terms of the inverse hyperbolic tangent's series. */
const [THIRD, FIFTH, SEVENTH, NINTH] = [1 / 3, 1 / 5, 1 / 7, 1 / 9]

const double = new Float64Array(1)
const words = new Int32Array(double.buffer)
double[0] = 1
const HIGH_WORD = words[1] === 0 ? 0 : 1
const EXPONENT_BIAS = 1_023
const MANTISSA_BITS = 20
const MANTISSA_MASK = 0xfffff
/** The high word of a mantissa above the square root of two. */
const ABOVE_ROOT_2 = 0x6a09e
const MIN_NORMAL = 2.2250738585072014e-308

/** x is a power of two times a number between 0.7 and 1.42, which lies close to a thirty-second whose logarithm is known. */
function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN
  if (x === Infinity) return Infinity
  if (x < MIN_NORMAL) return log(x * TWO_TO_54) - FEWER_DIGITS * LN_2.nearest
  double[0] = x
  const high = words[HIGH_WORD] as number
  const mantissa = high & MANTISSA_MASK
  const above = mantissa > ABOVE_ROOT_2 ? 1 : 0
  const exponent = (high >> MANTISSA_BITS) - EXPONENT_BIAS + above
  words[HIGH_WORD] = mantissa | ((EXPONENT_BIAS - above) << MANTISSA_BITS)
  const value = double[0]
  const point = Math.floor(value * POINTS + 0.5)
  const near = point * POINT
  const s = (value - near) / (value + near)
  const z = s * s
  const tail = 2 * s * z * (THIRD + z * (FIFTH + z * (SEVENTH + z * NINTH)))
  const at = point - FIRST_POINT
  const rests = exponent * shortLn2.rest + (pointRests[at] as number) + tail
  return exponent * shortLn2.nearest + (pointLogs[at] as number) + (2 * s + rests)
}

/** For bases above zero: prices and their quotients. */
function power(base: number, exponent: number): number {
  return exp(exponent * log(base))
}

/** By doubling and halving, which are exact. */
function wholePower(exponent: number): number {
  let value = 1
  for (let count = 0; count < exponent; count += 1) value *= 2
  for (let count = 0; count > exponent; count -= 1) value /= 2
  return value
}
