import { expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { liquidationPriceOfLoan } from './margin-loan.ts'

it('100 bought at 100 with 5 000 of one’s own are sold at 66.67 (rule book D.4)', () => {
  const price = liquidationPriceOfLoan({ loan: 500_000n, quantity: scaled('100'), minorScale: 100n, tick: scaled('0.01') })
  expect(formatScaled(price, 2)).toBe('66.67')
})
