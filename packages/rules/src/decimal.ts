/**
 * Numbers in Rueda are integers with a fixed number of decimals: money in its minor unit, prices and quantities in units of 10^-8. This
 * file is the one place where decimal text becomes such an integer and back.
 */

/** The rounding of a division. It is written out at every call (`docs/rules/numbers.md` 0.2). */
export type Rounding = 'DOWN' | 'UP' | 'HALF_UP' | 'HALF_EVEN' | 'FLOOR' | 'CEIL'

/** Prices and quantities carry eight decimals. */
export const SCALE_DECIMALS = 8
export const SCALE = 100_000_000n

const CANONICAL = /^-?(0|[1-9]\d{0,17})(\.\d{1,18})?$/

/** Reads canonical decimal text ("12", "12.5", "-0.01"); null for anything else or for a digit too many. */
export function parseDecimal(text: string, decimals: number): bigint | null {
  if (!CANONICAL.test(text)) return null
  const negative = text.startsWith('-')
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  if (fraction.length > decimals) return null
  const magnitude = BigInt(whole + fraction.padEnd(decimals, '0'))
  return negative ? -magnitude : magnitude
}

/** Decimal text with exactly `decimals` digits after the point: formatDecimal(1050n, 2) is "10.50". */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const sign = value < 0n ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Decimal text of a scaled value with at least `least` digits after the point and no zeros past them. */
export function formatScaled(value: bigint, least = 0): string {
  const text = formatDecimal(value, SCALE_DECIMALS)
  const point = text.length - SCALE_DECIMALS
  let end = text.length
  while (end > point + least && text[end - 1] === '0') end -= 1
  return end === point ? text.slice(0, point - 1) : text.slice(0, end)
}

/** Reads decimal text into units of 10^-8. */
export const parseScaled = (text: string): bigint | null => parseDecimal(text, SCALE_DECIMALS)

/** A literal in code or tests, in units of 10^-8; text that is no decimal is a bug. */
export function scaled(text: string): bigint {
  const value = parseScaled(text)
  if (value === null) throw new Error(`not a decimal: ${text}`)
  return value
}

/** Integer division with the rounding in words. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator === 0n) throw new Error('division by zero')
  if (denominator < 0n) return divide(-numerator, -denominator, rounding)
  const quotient = numerator / denominator
  const remainder = numerator % denominator
  if (remainder === 0n) return quotient
  const away = remainder < 0n ? quotient - 1n : quotient + 1n
  const twice = (remainder < 0n ? -remainder : remainder) * 2n
  switch (rounding) {
    case 'DOWN':
      return quotient
    case 'UP':
      return away
    case 'FLOOR':
      return remainder < 0n ? away : quotient
    case 'CEIL':
      return remainder > 0n ? away : quotient
    case 'HALF_UP':
      return twice >= denominator ? away : quotient
    case 'HALF_EVEN':
      if (twice !== denominator) return twice > denominator ? away : quotient
      return quotient % 2n === 0n ? quotient : away
  }
}

/** The root of a whole number that is not negative, rounded down to a whole one. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) / 2n
    if (next >= root) return root
    root = next
  }
}

const PERCENT_DECIMALS = 2
const HUNDREDTHS_OF_A_PERCENT = 10_000n

/** A part of a whole in percent with two decimals: "12.50". A share in units of 10^-8 is a part of one; of nothing it is "0.00". */
export const percentText = (part: bigint, whole = SCALE): string =>
  formatDecimal(whole === 0n ? 0n : divide(part * HUNDREDTHS_OF_A_PERCENT, whole, 'HALF_UP'), PERCENT_DECIMALS)

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const absolute = (a: bigint): bigint => (a < 0n ? -a : a)
