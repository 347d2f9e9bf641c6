import { expect, it } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { afterOpenTime, clockText, isOpenAt, nextOpening, readHours, supportHours } from './hours.ts'

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

it.each([
  ['mon-fri 09:00-18:00 -03:00', supportHours],
  ['sat-mon 08:30-24:00 +05:30', { days: [6, 7, 1], opens: 510, closes: 1_440, offset: 330 }],
  ['wed 00:00-00:01 +00:00', { days: [3], opens: 0, closes: 1, offset: 0 }],
  ['mon-fri 18:00-09:00 -03:00', null],
  ['mon-fri 09:00-24:01 -03:00', null],
  ['mon-fri 09:60-18:00 -03:00', null],
  ['mon-fri 09:00-18:00 +14:01', null],
  ['mon-xyz 09:00-18:00 -03:00', null],
  ['mon-fri 9-18', null],
])('opening hours are read from %s', (text, hours) => {
  expect(readHours(text)).toEqual(hours)
})

it('minutes are written as a clock shows them', () => {
  expect([0, 540, 1_440, -210].map(clockText)).toEqual(['00:00', '09:00', '24:00', '03:30'])
})
