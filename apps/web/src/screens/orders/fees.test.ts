import { expect, test } from 'vitest'
import { missingFor, missingOf, subtract, withHeadroom } from './fees.ts'

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

test('of 70,441.13 held at market 20.01 are missing: 725 are brought, because the market moves on meanwhile', () => {
  expect(withHeadroom('20.01', '70441.13')).toBe('725.00')
  expect(withHeadroom('100.00', '0.00')).toBe('100.00')
})
