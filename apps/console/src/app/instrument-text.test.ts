import { expect, test } from 'vitest'
import { instrumentText } from './instrument-text.ts'

test('the ticker stands beside the id once it is another', () => {
  expect(instrumentText({ instrumentId: 'US:KNCL', code: 'KNCL' })).toBe('US:KNCL')
  expect(instrumentText({ instrumentId: 'US:KNCL', code: 'KING' })).toBe('US:KNCL (KING)')
})
