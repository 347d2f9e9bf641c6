import { expect, it } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { afterOpenTime, isOpenAt, nextOpening, supportHours } from './hours.ts'

const at = (text: string): number => Date.parse(text)
const show = (moment: number): string => new Date(moment).toISOString()

/** Buenos Aires is three hours behind: it is open from 12:00 to 21:00 UTC. 18 November 2026 is a Wednesday. */
it.each([
  ['2026-11-18T11:59:59.999Z', false, '2026-11-18T12:00:00.000Z'],
  ['2026-11-18T12:00:00.000Z', true, '2026-11-18T12:00:00.000Z'],
  ['2026-11-18T20:59:59.999Z', true, '2026-11-18T20:59:59.999Z'],
  ['2026-11-18T21:00:00.000Z', false, '2026-11-19T12:00:00.000Z'],
  ['2026-11-20T21:00:00.000Z', false, '2026-11-23T12:00:00.000Z'],
  ['2026-11-21T15:00:00.000Z', false, '2026-11-23T12:00:00.000Z'],
  ['2026-11-23T02:00:00.000Z', false, '2026-11-23T12:00:00.000Z'],
])('at %s it is open: %s, from %s on', (now, isOpen, opens) => {
  expect(isOpenAt(at(now), supportHours)).toBe(isOpen)
  expect(show(nextOpening(at(now), supportHours))).toBe(opens)
})

it.each([
  ['within the day', '2026-11-18T13:00:00Z', 4, '2026-11-18T17:00:00.000Z'],
  ['to the very end of it', '2026-11-18T17:00:00Z', 4, '2026-11-18T21:00:00.000Z'],
  ['over the night', '2026-11-18T19:00:00Z', 4, '2026-11-19T14:00:00.000Z'],
  ['over the weekend', '2026-11-20T20:00:00Z', 4, '2026-11-23T15:00:00.000Z'],
  ['over more than a day', '2026-11-18T12:00:00Z', 20, '2026-11-20T14:00:00.000Z'],
])('open time counts %s', (_, from, hours, until) => {
  expect(show(afterOpenTime(at(from), hours * HOUR_MS, supportHours))).toBe(until)
})
