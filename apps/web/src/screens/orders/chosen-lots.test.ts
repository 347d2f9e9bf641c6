import { expect, test } from 'vitest'
import { missingIn, sumOfChosen } from './chosen-lots.ts'

const lots = [
  { lotId: 1, quantity: '500' },
  { lotId: 2, quantity: '1000' },
  { lotId: 3, quantity: '0.1' },
]

test.each([
  ['a lot that is too small', [1], '600', '100'],
  ['lots that are enough', [1, 2], '600', null],
  ['exactly enough, with a part of a share', [1, 3], '500.1', null],
  ['none', [], '5', '5'],
  ['nothing to sell yet', [], '', null],
])('%s', (_, chosen, quantity, missing) => {
  expect(missingIn(lots, chosen, quantity)).toBe(missing)
})

test('what is chosen adds up exactly', () => {
  expect(sumOfChosen(lots, [1, 2, 3])).toBe('1500.1')
})
