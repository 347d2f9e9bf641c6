import { expect, test } from 'vitest'
import { createMarketClock, isRemembered, playedFrom } from './clock.ts'

const at = (iso: string): number => Date.parse(iso)
const movable = (start: number) => {
  let now = start
  return { now: () => now, move: (by: number) => (now += by) }
}

test('a scaled market runs its factor faster than the machine and goes on after a restart where it was', () => {
  const machine = movable(at('2026-11-20T00:00:00Z'))
  const setting = { kind: 'scaled', factor: 60, startsAt: at('2026-01-05T14:30:00Z') } as const
  const clock = createMarketClock({ setting, machine, reached: null, recordedSessions: null })
  machine.move(1_000)
  expect(clock.now()).toBe(at('2026-01-05T14:31:00Z'))

  const restarted = createMarketClock({ setting, machine, reached: clock.now(), recordedSessions: null })
  expect(restarted.now()).toBe(at('2026-01-05T14:31:00Z'))
})

test('time never goes back: a market that ran ahead refuses the real clock', () => {
  const machine = movable(at('2026-11-20T00:00:00Z'))
  const ahead = { machine, reached: at('2027-01-01T00:00:00Z'), recordedSessions: null }
  expect(() => createMarketClock({ setting: { kind: 'real' }, ...ahead })).toThrow('has already come to 2027-01-01')
  expect(() => createMarketClock({ setting: { kind: 'fixed', at: at('2026-12-31T00:00:00Z') }, ...ahead })).toThrow('cannot go back')
})

const sessions = [
  { opensAt: at('2013-10-04T13:30:00Z'), closesAt: at('2013-10-04T20:00:00Z') },
  { opensAt: at('2013-10-07T13:30:00Z'), closesAt: at('2013-10-07T20:00:00Z') },
]

test('a replay starts at the first recorded open, jumps from a close to the next open, and ends with time going on', () => {
  const machine = movable(at('2026-11-20T00:00:00Z'))
  const clock = createMarketClock({ setting: { kind: 'real' }, machine, reached: null, recordedSessions: sessions })
  expect(clock.now()).toBe(at('2013-10-04T13:30:00Z'))
  machine.move(6.5 * 3_600_000 - 1)
  expect(clock.now()).toBe(at('2013-10-04T19:59:59.999Z'))
  machine.move(1)
  expect(clock.now()).toBe(at('2013-10-07T13:30:00Z'))
  machine.move(7.5 * 3_600_000)
  expect(clock.now()).toBe(at('2013-10-07T21:00:00Z'))
})

test('a replay that stopped within a session, or in the gap after one, goes on from there', () => {
  expect(playedFrom(at('2013-10-04T15:00:00Z'), 60_000, sessions)).toBe(at('2013-10-04T15:01:00Z'))
  expect(playedFrom(at('2013-10-05T12:00:00Z'), 0, sessions)).toBe(at('2013-10-07T13:30:00Z'))
})

test('a clock that differs from the machine is remembered', () => {
  expect(isRemembered({ kind: 'real' }, false)).toBe(false)
  expect(isRemembered({ kind: 'fixed', at: 0 }, true)).toBe(false)
  expect(isRemembered({ kind: 'scaled', factor: 2, startsAt: null }, false)).toBe(true)
  expect(isRemembered({ kind: 'real' }, true)).toBe(true)
})
