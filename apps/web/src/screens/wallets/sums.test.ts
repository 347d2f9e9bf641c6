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

test('over all wallets what came in and went out of a currency makes what there is of it', () => {
  const flow = (bizType: string, amount: string, currency: string) => ({ bizType, amount, currency })
  const flows = [
    flow('DEPOSIT', '1500000.00', 'ARS'),
    ...['-50000.00', '50000.00'].map((amount) => flow('TRANSFER', amount, 'USD')),
    ...[flow('EXCHANGE', '-100000.00', 'ARS'), flow('EXCHANGE', '52.78', 'USD')],
    ...[flow('WITHDRAWAL', '-199400.00', 'ARS'), flow('WITHDRAWAL_FEE', '-600.00', 'ARS')],
  ]
  // 1 500 000 − 300 000 are the 1 200 000 that are there.
  expect(sumsOf(withoutOwnTransfers(flows))).toEqual([
    { currency: 'ARS', in: '1500000.00', out: '300000.00' },
    { currency: 'USD', in: '52.78', out: '0.00' },
  ])
})
