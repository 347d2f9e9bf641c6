import { expect, test } from 'vitest'
import { type TradingHalt, haltFor } from './trading-halt.ts'

const share = { id: 'US:ARDV', market: 'US' } as const
const now = 1_000
const halt = (scope: TradingHalt['scope'], target: string | null, from = 0): TradingHalt => ({
  stopId: scope,
  kind: 'halt',
  scope,
  target,
  from,
})
const closeOnly: TradingHalt = {
  stopId: 'c',
  kind: 'closeOnly',
  scope: 'instrument',
  target: share.id,
  from: 0,
  cause: 'event',
  until: 2_000,
}

test.each([
  ['of everything', halt('all', null), true],
  ['of its market', halt('market', 'US'), true],
  ['of another market', halt('market', 'TW'), false],
  ['of the instrument', halt('instrument', share.id), true],
  ['of another instrument', halt('instrument', 'US:CBHB'), false],
  ['that has not begun', halt('all', null, now + 1), false],
])('a halt %s', (_, stop, holds) => expect(haltFor([stop], share, now) !== null).toBe(holds))

test('a halt that ends by itself holds until then', () => {
  const day: TradingHalt = { stopId: 'day', kind: 'halt', scope: 'all', target: null, from: 0, until: 2_000 }
  expect(haltFor([day], share, 1_999)).toBe(day)
  expect(haltFor([day], share, 2_000)).toBeNull()
})

test('a time of closing only ends by itself, and a halt goes before it', () => {
  expect(haltFor([closeOnly], share, now)).toBe(closeOnly)
  expect(haltFor([closeOnly], share, 2_000)).toBeNull()
  expect(haltFor([closeOnly, halt('all', null)], share, now)?.kind).toBe('halt')
})
