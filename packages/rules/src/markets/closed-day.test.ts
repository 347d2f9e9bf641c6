import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { checkClosing, checkReopening } from './closed-day.ts'

/** The exchange in Taipei opens at nine on 10 August 2026. */
const FIRST = Date.parse('2026-08-10T01:00:00Z')
const open = { firstSessionAt: FIRST, isClosed: false }
const closed = { firstSessionAt: FIRST, isClosed: true }

describe('closing a trading day', () => {
  test('until an hour before its first session, and not a moment later', () => {
    expect(checkClosing(open, FIRST - HOUR_MS)).toBeNull()
    expect(checkClosing(open, FIRST - HOUR_MS + 1)).toMatchObject({ refusal: 'calendar.too_late' })
    expect(checkClosing(open, FIRST + 30 * DAY_MS)).toMatchObject({ refusal: 'calendar.too_late' })
  })

  test('a weekend, a holiday or a day that is closed already cannot be closed', () => {
    expect(checkClosing({ firstSessionAt: null, isClosed: false }, FIRST - DAY_MS)).toMatchObject({ refusal: 'calendar.not_trading' })
    expect(checkClosing(closed, FIRST - DAY_MS)).toMatchObject({ refusal: 'calendar.not_trading' })
  })

  test('no further ahead than a year', () => {
    expect(checkClosing(open, FIRST - 365 * DAY_MS)).toBeNull()
    expect(checkClosing(open, FIRST - 365 * DAY_MS - 1)).toMatchObject({ refusal: 'parameter.invalid' })
  })
})

describe('opening it again', () => {
  test('with the same notice', () => {
    expect(checkReopening(closed, FIRST - HOUR_MS)).toBeNull()
    expect(checkReopening(closed, FIRST - HOUR_MS + 1)).toMatchObject({ refusal: 'calendar.too_late' })
  })

  test('only what staff have closed', () => {
    expect(checkReopening(open, FIRST - DAY_MS)).toMatchObject({ refusal: 'calendar.not_closed' })
    expect(checkReopening({ firstSessionAt: null, isClosed: false }, FIRST - DAY_MS)).toMatchObject({ refusal: 'calendar.not_closed' })
  })
})
