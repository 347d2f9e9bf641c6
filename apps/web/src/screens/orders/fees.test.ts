import { expect, test } from 'vitest'
import { missingFor, subtract } from './fees.ts'

test('charges are the fee less the commission', () => {
  expect(subtract('9.35', '8.21')).toBe('1.14')
})

test('a hold of 27,363.71 with 27,000.00 available misses 363.71', () => {
  expect(missingFor('27363.71', '27000.00')).toBe('363.71')
  expect(missingFor('27363.71', '27363.71')).toBeNull()
})
