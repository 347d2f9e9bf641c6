import { expect, test } from 'vitest'
import { bringTotal, missingFor, missingOf, subtract } from './fees.ts'

test('charges are the fee less the commission', () => {
  expect(subtract('9.35', '8.21')).toBe('1.14')
})

test('a hold of 27,363.71 with 27,000.00 available misses 363.71', () => {
  expect(missingFor('27363.71', '27000.00')).toBe('363.71')
  expect(missingFor('27363.71', '27363.71')).toBeNull()
})

test('money is missing for what takes money, never for a sale, which holds shares', () => {
  expect(missingOf({ hold: '15002.40', availableBefore: '0.00', availableAfter: '-15001.20' })).toBe('15002.40')
  expect(missingOf({ hold: '1000', availableBefore: '0.00', availableAfter: '182364.53' })).toBeNull()
})

test('what comes from two wallets adds up', () => {
  expect(bringTotal([{ amount: '4727.41' }, { amount: '0.59' }])).toBe('4728.00')
})
