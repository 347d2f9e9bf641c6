import { expect, test } from 'vitest'
import { sumsOf, withoutOwnTransfers } from './sums.ts'

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

test('moving money from one own wallet to another neither comes in nor goes out', () => {
  const grant = { amount: '100000.00', currency: 'USD', bizType: 'GRANT' }
  const moved = ['-50000.00', '50000.00'].map((amount) => ({ amount, currency: 'USD', bizType: 'TRANSFER' }))
  const exchanged = { amount: '369766.87', currency: 'ARS', bizType: 'EXCHANGE' }
  expect(withoutOwnTransfers([grant, ...moved, exchanged])).toEqual([grant])
})
