import { expect, it } from 'vitest'
import { isFinal, next } from '../machine.ts'
import { type TradedHolding, archiveMachine, leaves, mayLeave } from './archive.ts'

it.each([
  ['2025-08', '2026-11-30T23:59:59.999Z', true],
  ['2025-09', '2026-11-30T23:59:59.999Z', false],
  ['2025-09', '2026-12-01T00:00:00.000Z', true],
  ['2026-11', '2026-11-30T23:59:59.999Z', false],
  ['2027-01', '2026-11-30T23:59:59.999Z', false],
])('with fourteen months kept, %s may leave at %s: %s', (month, now, may) => expect(mayLeave(month, 14, Date.parse(now))).toBe(may))

it('lets only what was written leave, and nothing come back', () => {
  expect(next(archiveMachine, 'attached', 'leave')).toBe(null)
  expect(next(archiveMachine, 'writing', 'leave')).toBe(null)
  expect(next(archiveMachine, 'written', 'leave')).toBe('left')
  expect(next(archiveMachine, 'left', 'write')).toBe(null)
  expect(isFinal(archiveMachine, 'shrunk')).toBe(true)
})

const FLAT: TradedHolding = { isHeld: false, isUnderWay: false, isUnsettled: false, cameOtherwise: false, isOfAProduct: false }

it('lets the orders of a holding leave that is over', () => expect(leaves(FLAT)).toBe(true))

it.each(Object.keys(FLAT))('keeps those of one where %s', (reason) => expect(leaves({ ...FLAT, [reason]: true })).toBe(false))
