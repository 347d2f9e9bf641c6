import { describe, expect, it } from 'vitest'
import { type OddLotHours, nextCallAfter } from './odd-lot-calls.ts'

/** A day of Taipei: first match 09:10, then every five seconds to 13:30, and one call at 14:30 (`docs/rules/taiwan.md` B.3). */
const at = (time: string) => Date.parse(`2026-08-04T${time}+08:00`)
const day: OddLotHours = { firstCallAt: at('09:10:00'), lastCallAt: at('13:30:00'), afterMarketCallAt: at('14:30:00') }
const FIVE_SECONDS = 5_000

describe('the calls of the odd-lot book', () => {
  it.each([
    ['08:00:00', '09:10:00'],
    ['09:09:59.999', '09:10:00'],
    ['09:10:00', '09:10:05'],
    ['09:10:04.999', '09:10:05'],
    ['11:30:02', '11:30:05'],
    ['13:29:55', '13:30:00'],
    ['13:30:00', '14:30:00'],
    ['14:29:59.999', '14:30:00'],
  ])('after %s the next one is at %s', (moment, call) => {
    expect(nextCallAfter(day, FIVE_SECONDS, at(moment))).toBe(at(call))
  })

  it('there is none after the last, nor after the session where nothing follows it', () => {
    expect(nextCallAfter(day, FIVE_SECONDS, at('14:30:00'))).toBeNull()
    expect(nextCallAfter({ ...day, afterMarketCallAt: null }, FIVE_SECONDS, at('13:30:00'))).toBeNull()
  })
})
