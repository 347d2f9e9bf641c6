import { expect, test } from 'vitest'
import { referenceNumber } from './numbers.ts'

test('a reference has the letter, the trade date, and the last fifty bits of the id in ten characters', () => {
  const of = (id: string): string => referenceNumber('S', '2026-11-20', id)
  expect(of('019a0000-0000-7000-8000-000000000000')).toBe('S20261120-0000000000')
  expect(of('019a0000-0000-7000-8000-00000000001f')).toBe('S20261120-000000000Z')
  expect(of('019a0000-0000-7000-8000-000000000020')).toBe('S20261120-0000000010')
  // Bits 48 and 49 belong to it, bit 50 does not.
  expect(of('019a0000-0000-7000-8003-ffffffffffff')).toBe('S20261120-ZZZZZZZZZZ')
  expect(of('019a0000-0000-7000-bfff-ffffffffffff')).toBe('S20261120-ZZZZZZZZZZ')
  expect(of('019a0000-0000-7000-8001-000000000000')).toBe('S20261120-8000000000')
})
