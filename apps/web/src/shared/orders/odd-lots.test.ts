import { describe, expect, it } from 'vitest'
import { awaitedCall, partsOf } from './odd-lots.ts'

describe('the parts of a quantity', () => {
  it.each([
    ['1500', '1000', { board: '1000', odd: '500' }],
    ['999', '1000', { board: '0', odd: '999' }],
    ['2000', '1000', null],
    ['', '1000', null],
    ['300', '1', null],
  ])('%s in lots of %s', (quantity, lot, parts) => {
    expect(partsOf(quantity, lot)).toEqual(parts)
  })
})

describe('the call an odd lot waits for', () => {
  const at = (time: string) => Date.parse(`2026-08-04T${time}+08:00`)
  const calls = {
    everySeconds: 5,
    firstTimestamp: at('09:10:00'),
    lastTimestamp: at('13:30:00'),
    afterMarketTimestamp: at('14:30:00'),
  }
  it.each([
    ['08:40:00', '09:10:00'],
    ['09:09:54', '09:10:00'],
    ['13:30:00', '14:30:00'],
  ])('at %s it is that of %s', (now, call) => {
    expect(awaitedCall(calls, at(now))).toBe(at(call))
  })

  it.each(['09:09:56', '10:00:01', '14:30:00'])('at %s there is no time worth telling', (now) => {
    expect(awaitedCall(calls, at(now))).toBeNull()
  })
})
