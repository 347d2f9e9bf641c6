import { describe, expect, test } from 'vitest'
import { firstClaimedDate, isLoggedBefore } from './day.ts'
import { type SaidEngine, engineFor, isEngineEarly, oldestDateAt } from './engine.ts'

/** Which engine serves a day, and since when that was known (`docs/rules/proof.md` P.44). */
const at = (moment: string): number => Date.parse(moment)
const said = (engine: string, firstDate: string, moment: string): SaidEngine => ({ engine, firstDate, at: at(moment) })
const ALPHA = said('a', '2026-11-01', '2026-11-01T18:00:00Z')
const BETA = said('b', '2026-11-20', '2026-11-20T18:00:00Z')

describe('the engine of a date', () => {
  test('is the newest that was said among those that serve by then', () => {
    expect(engineFor([ALPHA, BETA], '2026-11-19')).toBe(ALPHA)
    expect(engineFor([ALPHA, BETA], '2026-11-20')).toBe(BETA)
    expect(engineFor([ALPHA, BETA], '2026-10-31')).toBeNull()
    const ahead = said('c', '2026-12-10', '2026-11-21T09:00:00Z')
    expect(engineFor([ALPHA, BETA, ahead], '2026-12-09')).toBe(BETA)
    expect(engineFor([ALPHA, BETA, ahead], '2026-12-10')).toBe(ahead)
  })

  test('said again is as old as it was, and after another one as new as it is', () => {
    const again = said('a', '2026-11-10', '2026-11-10T18:00:00Z')
    expect(engineFor([ALPHA, again], '2026-11-25')).toBe(ALPHA)
    const back = said('a', '2026-11-22', '2026-11-22T18:00:00Z')
    expect(engineFor([ALPHA, again, BETA, back], '2026-11-25')).toBe(back)
  })
})

test('a day is claimed a week after its engine was said, and not of an engine that served before another one', () => {
  expect(isEngineEarly([ALPHA], { date: '2026-11-09', engine: 'a' })).toBe(false)
  expect(isEngineEarly([ALPHA], { date: '2026-11-10', engine: 'a' })).toBe(true)
  expect(isEngineEarly([ALPHA], { date: '2026-11-10', engine: 'b' })).toBe(false)
  expect(isEngineEarly([], { date: '2026-11-10', engine: 'a' })).toBe(false)
  // Whoever had two engines that are long known could choose between them from day to day.
  const back = said('a', '2026-11-22', '2026-11-22T18:00:00Z')
  expect(isEngineEarly([ALPHA, BETA, back], { date: '2026-11-28', engine: 'a' })).toBe(false)
  expect(isEngineEarly([ALPHA, BETA, back], { date: '2026-12-01', engine: 'a' })).toBe(true)
})

test('who begins to serve serves the oldest date that it is anywhere, and the first that is claimed is a week behind', () => {
  expect(oldestDateAt(at('2026-11-20T11:59:59Z'))).toBe('2026-11-19')
  expect(oldestDateAt(at('2026-11-20T12:00:00Z'))).toBe('2026-11-20')
  for (const moment of ['2026-11-20T09:59:59Z', '2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z', '2026-12-31T23:59:59Z'].map(at)) {
    const first = firstClaimedDate(moment)
    expect(isLoggedBefore(first, moment)).toBe(true)
    expect(isLoggedBefore(new Date(at(`${first}T00:00:00Z`) - 1).toISOString().slice(0, 10), moment)).toBe(false)
  }
  expect(firstClaimedDate(at('2026-11-20T10:00:00Z'))).toBe('2026-11-28')
  expect(firstClaimedDate(at('2026-11-20T10:00:01Z'))).toBe('2026-11-29')
})
