import { describe, expect, test } from 'vitest'
import { percentText, scaled } from '../decimal.ts'
import { extendedSessionAt, movesOf } from './extended-hours.ts'

/** Regular and extended hours (`docs/rules/quotes.md` P.11), on Tuesday 10 November 2026 in New York, five hours behind UTC. */
const at = (time: string): number => Date.parse(`2026-11-10T${time}Z`)
const before = { type: 'PRE', opensAt: at('09:00:00'), closesAt: at('14:30:00') } as const
const regular = { type: 'REGULAR', opensAt: at('14:30:00'), closesAt: at('21:00:00') } as const
const after = { type: 'POST', opensAt: at('21:00:00'), closesAt: at('23:59:00') } as const
const day = [before, regular, after]

describe('the session that the last price is of', () => {
  test.each([
    ['09:00:00', 'PRE'],
    ['14:29:59', 'PRE'],
    ['14:30:00', null],
    ['20:59:59', null],
    ['21:00:00', 'POST'],
    ['23:58:59', 'POST'],
  ])('at %s it is %s', (time, session) => expect(extendedSessionAt(day, at(time))).toBe(session))

  test('the evening’s last price stays through the night, and through a weekend', () => {
    expect(extendedSessionAt(day, at('23:59:59'))).toBe('POST')
    expect(extendedSessionAt(day, Date.parse('2026-11-14T16:00:00Z'))).toBe('POST')
  })

  test('a day with a regular session alone has no other price', () => {
    expect(extendedSessionAt([regular], at('09:00:00'))).toBeNull()
    expect(extendedSessionAt([regular], at('23:00:00'))).toBeNull()
    expect(extendedSessionAt([], at('15:00:00'))).toBeNull()
  })

  test('a break within the day is not outside of it', () => {
    const [morning, afternoon] = [
      { ...regular, closesAt: at('17:00:00') },
      { ...regular, opensAt: at('18:00:00') },
    ]
    expect(extendedSessionAt([before, morning, afternoon, after], at('17:30:00'))).toBeNull()
  })
})

test('worked: a close of 189.95 after 188.00, and 191.00 in the evening', () => {
  const moves = movesOf(scaled('191.00'), { session: 'POST', close: scaled('189.95'), closeBefore: scaled('188.00') })
  expect(moves.regular).toEqual({ from: scaled('188.00'), by: scaled('1.95') })
  expect(percentText(moves.regular.by, moves.regular.from)).toBe('1.04')
  expect(moves.extended).toEqual({ from: scaled('189.95'), by: scaled('1.05') })
  expect(percentText(moves.extended.by, moves.extended.from)).toBe('0.55')
  expect(moves.regular.by + moves.extended.by).toBe(scaled('3.00'))
})
