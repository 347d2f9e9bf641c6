import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Rounding, divide, formatDecimal, formatScaled, parseDecimal, scaled } from './decimal.ts'

describe('decimal text', () => {
  it.each([
    ['27363.71', 2, 2736371n],
    ['0', 2, 0n],
    ['-7.53', 2, -753n],
    ['1', 8, 100_000_000n],
    ['0.00000001', 8, 1n],
  ])('reads %s with %i decimals as %s', (text, decimals, value) => expect(parseDecimal(text, decimals)).toBe(value))

  it.each(['', '.5', '5.', '00012', '+5', ' 5', '5\n', '1e2', '1,00', '1.000,00', '0x10', '1_000', 'NaN', 'Infinity', '٣', '１', '1.001'])(
    'refuses %j as money of two digits',
    (text) => expect(parseDecimal(text, 2)).toBeNull(),
  )

  it('comes back from text unchanged, whatever the number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.integer({ min: 0, max: 8 }), (value, decimals) => {
        expect(parseDecimal(formatDecimal(value, decimals), decimals)).toBe(value)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['182.42473333', 2, '182.42473333'],
    ['182.4', 2, '182.40'],
    ['150', 0, '150'],
    ['0.1', 0, '0.1'],
  ])('shows %s with at least %i decimals as %s', (text, decimals, shown) => expect(formatScaled(scaled(text), decimals)).toBe(shown))
})

describe('division says how it rounds', () => {
  // numerator/4 for remainders below, at and above the half, on both sides of zero
  const cases: [Rounding, Record<string, bigint>][] = [
    ['DOWN', { 5: 1n, 6: 1n, 7: 1n, '-5': -1n, '-6': -1n, '-7': -1n }],
    ['UP', { 5: 2n, 6: 2n, 7: 2n, '-5': -2n, '-6': -2n, '-7': -2n }],
    ['FLOOR', { 5: 1n, 6: 1n, 7: 1n, '-5': -2n, '-6': -2n, '-7': -2n }],
    ['CEIL', { 5: 2n, 6: 2n, 7: 2n, '-5': -1n, '-6': -1n, '-7': -1n }],
    ['HALF_UP', { 5: 1n, 6: 2n, 7: 2n, '-5': -1n, '-6': -2n, '-7': -2n }],
    ['HALF_EVEN', { 5: 1n, 6: 2n, 7: 2n, 2: 0n, '-2': 0n, '-6': -2n }],
  ]
  it.each(cases)('%s', (rounding, expected) => {
    for (const [numerator, result] of Object.entries(expected)) expect(divide(BigInt(numerator), 4n, rounding)).toBe(result)
  })

  it('is never off by a whole unit, against exact fractions', () => {
    const roundings = fc.constantFrom<Rounding>('DOWN', 'UP', 'FLOOR', 'CEIL', 'HALF_UP', 'HALF_EVEN')
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        roundings,
        (numerator, denominator, rounding) => {
          const error = divide(numerator, denominator, rounding) * denominator - numerator
          const limit = rounding.startsWith('HALF') ? denominator : denominator * 2n - 1n
          expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(limit)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
