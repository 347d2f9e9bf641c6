import { expect, test } from 'vitest'
import { sumsOf } from './sums.ts'

test('what came in and what went out stand apart, and currencies are never added up', () => {
  const flows = [
    { amount: '100000.00', currency: 'USD' },
    { amount: '-27356.70', currency: 'USD' },
    { amount: '-0.10', currency: 'USD' },
    { amount: '-0.20', currency: 'USD' },
    { amount: '1.50', currency: 'ARS' },
  ]
  expect(sumsOf(flows)).toEqual([
    { currency: 'USD', in: '100000.00', out: '27357.00' },
    { currency: 'ARS', in: '1.50', out: '0.00' },
  ])
  expect(sumsOf([])).toEqual([])
})
