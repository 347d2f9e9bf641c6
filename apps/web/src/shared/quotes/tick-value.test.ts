import { describe, expect, test } from 'vitest'
import { pipsBetween, tickValueOf } from './tick-value.ts'

describe('a step of the price', () => {
  test.each([
    ['0.25', '50', '12.5'],
    ['0.01', '1000', '10'],
    ['0.00005', '125000', '6.25'],
    ['5', '0.1', '0.5'],
  ])('of %s is worth, %s times, %s', (tick, multiplier, value) => expect(tickValueOf(tick, multiplier)).toBe(value))
})

describe('the spread in pips', () => {
  test.each([
    ['1.08446', '1.08453', '0.0001', '0.7'],
    ['131.196', '131.204', '0.01', '0.8'],
    ['898.0', '900.0', '0.01', '200.0'],
  ])('from %s to %s by %s is %s', (bid, ask, pip, pips) => expect(pipsBetween(bid, ask, pip)).toBe(pips))

  test('is not known where nobody offers', () => expect(pipsBetween('1.08446', null, '0.0001')).toBeNull())
})
