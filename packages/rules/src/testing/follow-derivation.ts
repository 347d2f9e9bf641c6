import type { Derivation, Part } from '../figures/derivation.ts'
import { SCALE, absolute, divide } from '../decimal.ts'
import { minorDigits } from '../money.ts'

type Fraction = Readonly<{ numerator: bigint; denominator: bigint }>
const PERCENT = 100n

const scaleOf = ({ unit, currency }: Derivation): bigint => {
  if (unit === 'money' && currency !== null) return 10n ** BigInt(minorDigits[currency])
  return unit === 'percent' ? SCALE * PERCENT : SCALE
}

/**
 * The places where a figure is not what its parts give: a sum to the last unit, a product or a quotient rounded once. Each is the names from
 * the figure down to it.
 */
export function brokenLines(figure: Derivation, above = ''): string[] {
  const path = above === '' ? figure.name : `${above} › ${figure.name}`
  const own = figure.parts.length === 0 || agrees(figure) ? [] : [path]
  return [...own, ...figure.parts.flatMap((part) => brokenLines(part, path))]
}

function agrees(figure: Derivation): boolean {
  const { parts, value } = figure
  if (parts.every(({ sign }) => sign === 'plus' || sign === 'minus')) {
    return parts.reduce((sum, part) => (part.sign === 'minus' ? sum - part.value : sum + part.value), 0n) === value
  }
  const { numerator, denominator } = parts.reduce(combined, { numerator: 1n, denominator: 1n })
  const exact = divide(numerator * scaleOf(figure), denominator, 'HALF_UP')
  // Each part was rounded itself, and so carries half a unit of its own into the product.
  const mayDiffer = parts.length > 1 ? greatestOf(1n, absolute(value) / 100_000n) : 0n
  return absolute(exact - value) <= mayDiffer
}

const greatestOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const combined = ({ numerator, denominator }: Fraction, part: Part): Fraction =>
  part.sign === 'over'
    ? { numerator: numerator * scaleOf(part), denominator: denominator * part.value }
    : { numerator: numerator * part.value, denominator: denominator * scaleOf(part) }
