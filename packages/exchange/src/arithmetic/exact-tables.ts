/**
 * Tables for the exponential and the logarithm, worked out in whole numbers of 2^-160, so that they are the same bits
 * wherever they are made. Each value comes as the nearest double and what is left of it, itself rounded.
 */
export type Split = Readonly<{ nearest: number; rest: number }>

const FRACTION_BITS = 160n
const ONE = 1n << FRACTION_BITS

/** 2^(j/32) for j from 0 to 31. */
export function powersOfTwo(): readonly Split[] {
  let root = 2n * ONE
  for (let halvings = 0; halvings < STEPS_BITS; halvings += 1) root = squareRoot(root << FRACTION_BITS)
  const powers: Split[] = []
  let power = ONE
  for (let step = 0; step < STEPS; step += 1) {
    powers.push(split(power))
    power = (power * root) >> FRACTION_BITS
  }
  return powers
}

export const STEPS_BITS = 5
export const STEPS = 1 << STEPS_BITS

/** The logarithm of a quotient of small whole numbers, by the series of the inverse hyperbolic tangent. */
export function logarithmOf(numerator: number, denominator: number): Split {
  return split(2n * inverseTangent(BigInt(numerator - denominator), BigInt(numerator + denominator)))
}

function inverseTangent(numerator: bigint, denominator: bigint): bigint {
  const squared = { numerator: numerator * numerator, denominator: denominator * denominator }
  let power = (ONE * numerator) / denominator
  let sum = 0n
  for (let exponent = 1n; power !== 0n; exponent += 2n) {
    sum += power / exponent
    power = (power * squared.numerator) / squared.denominator
  }
  return sum
}

/** The part of a value in its first bits, so that it can be taken a few thousand times without rounding, and the rest. */
export function shortened({ nearest, rest }: Split, bits: number): Split {
  const scale = Number(1n << BigInt(bits))
  const short = Math.round(nearest * scale) / scale
  return { nearest: short, rest: nearest - short + rest }
}

function split(value: bigint): Split {
  const nearest = Number(value) / Number(ONE)
  const rest = value - BigInt(nearest * Number(EXACT)) * (ONE / EXACT)
  return { nearest, rest: Number(rest) / Number(ONE) }
}

/** Doubles between a hundredth and two are whole numbers of 2^-80. */
const EXACT = 1n << 80n

/** The largest whole number whose square is not larger (Newton's method from above). */
function squareRoot(value: bigint): bigint {
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}
