import { bytesToHex } from '@noble/hashes/utils.js'
import { dayAlpha, dayKeyOf } from '@rueda/proof/day.ts'
import type { LogEntry } from '@rueda/proof/entries.ts'
import { vrfDraw, vrfProve, vrfPublicKey } from '@rueda/proof/vrf.ts'
import { describe, expect, test } from 'vitest'
import { type ShownDay, dayIn, judgeDay } from './judge-day.ts'
import { proveDays } from './prove-days.ts'

/** What a device finds of a day that the house shows it (`docs/rules/proof.md` P.23). */
const SECRET = new Uint8Array(32).fill(5)
const ENGINE = 'ab'.repeat(32)
const LOGGED_AT = Date.parse('2026-11-10T12:00:00Z')
const daysKey = { publicKey: bytesToHex(vrfPublicKey(SECRET)), beacon: null, loggedAt: LOGGED_AT }
const engine = { kind: 'engine', at: LOGGED_AT, engine: ENGINE, firstDate: '2026-11-10', isEmergency: true } as const satisfies LogEntry

function shown(date: string, changes: Readonly<Record<string, unknown>> = {}): ShownDay {
  const alpha = dayAlpha({ market: 'US', date, beacon: null })
  const output = vrfDraw(SECRET, alpha)
  const told = {
    ...{ market: 'US', date, model: 2, key: bytesToHex(dayKeyOf(output)), unclaimed: null, alpha: bytesToHex(alpha) },
    ...{ proof: bytesToHex(vrfProve(SECRET, alpha)), output: bytesToHex(output), beacon: null },
    ...{ engine: ENGINE, engineEntry: 3, entry: 9, ...changes },
  }
  const day = dayIn(told)
  if (day === null) throw new Error('no day')
  return day
}

function saidOf({ market, date, drawn }: ShownDay): LogEntry {
  if (drawn === null) throw new Error('no drawn day')
  const { proof, output, engine: by } = drawn
  return { kind: 'day-key', at: LOGGED_AT, market, date, engine: by, proof, output, beacon: null }
}

const DAY = shown('2026-11-20')
const OTHER = shown('2026-11-23')

test('a day that the log has is claimed a week after its key and its engine were logged, and not sooner', () => {
  expect(judgeDay(DAY, { daysKey, said: saidOf(DAY), engine })).toEqual({ fault: null, isLogged: true, unclaimed: null })
  const early = shown('2026-11-17')
  expect(judgeDay(early, { daysKey, said: saidOf(early), engine }).unclaimed).toBe('soon')
  const late = { ...engine, at: Date.parse('2026-11-15T12:00:00Z') }
  expect(judgeDay(DAY, { daysKey, said: saidOf(DAY), engine: late }).unclaimed).toBe('soon')
  expect(judgeDay(DAY, { daysKey, said: saidOf(DAY), engine: { ...engine, firstDate: '2026-11-21' } }).unclaimed).toBe('soon')
  // The place of the engine is told and could not be read: nothing is claimed, and nobody is accused.
  expect(judgeDay(DAY, { daysKey, said: saidOf(DAY), engine: null })).toEqual({ fault: null, isLogged: true, unclaimed: 'soon' })
  // A house that began before engines were named said them with its starts.
  const levers = { version: '1.0.0', settings: {}, closedDays: [], isSeedSet: false, scenario: null }
  const start: LogEntry = { kind: 'start', at: LOGGED_AT, engine: ENGINE, ...levers }
  expect(judgeDay(DAY, { daysKey, said: saidOf(DAY), engine: start })).toEqual({ fault: null, isLogged: true, unclaimed: null })
})

test('what the house claims nothing of stays so', () => {
  expect(judgeDay(shown('2026-11-20', { unclaimed: 'engine' }), { daysKey, said: saidOf(DAY), engine }).unclaimed).toBe('engine')
  const history = dayIn({ market: 'US', date: '2024-01-02', model: 2, key: 'ab'.repeat(32), unclaimed: 'history', proof: null })
  expect(history === null ? null : judgeDay(history, { daysKey, said: null, engine: null })).toEqual({
    ...{ fault: null, isLogged: false, unclaimed: 'history' },
  })
})

describe('a beacon', () => {
  const beacon = { round: '1', randomness: 'ab'.repeat(32) }
  const alpha = dayAlpha({ market: 'US', date: '2026-11-20', beacon: { round: 1, randomness: new Uint8Array(32).fill(0xab) } })
  const output = vrfDraw(SECRET, alpha)
  const withValue = shown('2026-11-20', {
    ...{ beacon, proof: bytesToHex(vrfProve(SECRET, alpha)), output: bytesToHex(output), key: bytesToHex(dayKeyOf(output)) },
  })
  const said: LogEntry = { ...(saidOf(withValue) as Extract<LogEntry, { kind: 'day-key' }>), beacon }

  test('that the logged rule does not name is a value that the house chose', () =>
    expect(judgeDay(withValue, { daysKey, said, engine }).fault).toBe('proof'))

  test('that the rule names leaves open whether the round is the right one, and a day without it is not claimed', () => {
    const ruled = { ...daysKey, beacon: 'drand:https://beacon.example' }
    expect(judgeDay(withValue, { daysKey: ruled, said, engine })).toEqual({ fault: null, isLogged: true, unclaimed: 'round' })
    expect(judgeDay(DAY, { daysKey: ruled, said: saidOf(DAY), engine }).unclaimed).toBe('beacon')
  })
})

describe('a house that lies', () => {
  test.each([
    ['with the key of another day', { key: OTHER.key }, 'key'],
    ['with the value of another day', { key: OTHER.key, output: OTHER.drawn?.output }, 'output'],
    ['with another day whole', { key: OTHER.key, output: OTHER.drawn?.output, proof: OTHER.drawn?.proof }, 'proof'],
    ['with another engine than the log has', { engine: 'cd'.repeat(32) }, 'entry'],
  ])('%s is found', (_, changes, fault) => {
    expect(judgeDay(shown('2026-11-20', changes), { daysKey, said: saidOf(DAY), engine }).fault).toBe(fault)
  })

  test.each([
    ['is named nowhere', { engineEntry: null }, null],
    ['is another one where the house says that it is named', {}, { ...engine, engine: 'cd'.repeat(32) }],
    ['is no engine where the house says that it is named', {}, { kind: 'alive', at: LOGGED_AT } as const],
  ])('with an engine that %s is found', (_, changes, named) => {
    const day = shown('2026-11-20', changes)
    expect(judgeDay(day, { daysKey, said: saidOf(day), engine: named }).fault).toBe('engine')
    // Before the log has the day the engine's entry may wait with it.
    expect(judgeDay(day, { daysKey, said: null, engine: named })).toEqual({ fault: null, isLogged: false, unclaimed: 'soon' })
  })

  test('under a key of days that this device did not see is found', () => {
    const other = { ...daysKey, publicKey: bytesToHex(vrfPublicKey(new Uint8Array(32).fill(6))) }
    expect(judgeDay(DAY, { daysKey: other, said: saidOf(DAY), engine }).fault).toBe('proof')
  })

  test('by an entry of another day is found', () => {
    expect(judgeDay(DAY, { daysKey, said: saidOf(OTHER), engine }).fault).toBe('entry')
    expect(judgeDay(DAY, { daysKey, said: engine, engine }).fault).toBe('entry')
  })
})

test('what is no day is not read as one', () => {
  expect(dayIn(null)).toBeNull()
  expect(dayIn({ market: 'US', date: '2026-11-20', state: 'sealed' })).toBeNull()
  expect(dayIn({ market: 'US', date: '2026-11-20', model: 2, key: 'ab'.repeat(32), unclaimed: null, proof: null })).toBeNull()
  expect(dayIn({ market: 'US', date: '2026-11-20', model: 2, key: 'ab', unclaimed: 'history', proof: null })).toBeNull()
  expect(dayIn({ ...DAY, ...DAY.drawn, drawn: undefined, beacon: { round: '-1', randomness: '' } })).toBeNull()
})

describe('the keys up to a day', () => {
  const { publicKey } = daysKey
  const history = { ...shown('2026-11-17'), drawn: null }
  const days = [history, DAY, OTHER]

  test('are proven once on a device, and those of before the first have no proof', () => {
    const first = proveDays({ days, publicKey })
    expect(first).toMatchObject({ kind: 'proven', proven: 2, historyFrom: '2026-11-17' })
    const newly = first.kind === 'proven' ? first.newly : []
    expect(newly).toHaveLength(2)
    expect(proveDays({ days, publicKey, before: new Set(newly) })).toMatchObject({ kind: 'proven', proven: 2, newly: [] })
  })

  test('are not proven by another key that was', () => {
    const first = proveDays({ days, publicKey })
    const before = new Set(first.kind === 'proven' ? first.newly : [])
    const changed = { ...DAY, key: 'cd'.repeat(32) }
    expect(proveDays({ days: [history, changed, OTHER], publicKey, before })).toEqual({ kind: 'unproven', market: 'US', date: DAY.date })
  })
})
