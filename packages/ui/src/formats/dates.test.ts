import { describe, expect, it } from 'vitest'
import {
  formatAgo,
  formatDate,
  formatDateTime,
  formatDeadline,
  formatMonth,
  formatSeconds,
  formatTime,
  formatWeekday,
  toInstant,
} from './dates.ts'

const ZONE = 'America/Argentina/Buenos_Aires'
// 20 November 2026, 14:32:10 in Buenos Aires.
const WHEN = '2026-11-20T17:32:10Z'

describe('dates', () => {
  it('stand day, month, year with Gregorian years', () => {
    expect(formatDateTime(WHEN, ZONE)).toBe('20-11-2026 14:32:10')
    expect(formatDate(WHEN, ZONE)).toBe('20/11/2026')
    expect(formatTime(WHEN, ZONE)).toBe('14:32')
  })

  it('tell the hour by one clock, from midnight to midnight', () => {
    expect(formatSeconds(WHEN, ZONE)).toBe('14:32:10')
    expect(formatSeconds('2026-11-20T03:05:00Z', ZONE)).toBe('00:05:00')
    expect(formatTime('2026-11-20T03:05:00Z', ZONE)).toBe('00:05')
  })

  it('read ten digits as seconds and more as milliseconds', () => {
    expect(toInstant(1795195930)).toBe(1795195930_000)
    expect(toInstant('1795195930123')).toBe(1795195930_123)
    expect(toInstant(WHEN)).toBe(Date.parse(WHEN))
  })

  it('keep a day of the wire the same day in every zone', () => {
    expect(formatDate('2026-11-20', 'Asia/Tokyo')).toBe('20/11/2026')
  })

  it('are relative within a day only', () => {
    const now = Date.parse('2026-11-20T17:37:30Z')
    expect(formatAgo('es', WHEN, now)).toBe('hace 5 min')
    expect(formatAgo('de', WHEN, now + 3 * 3_600_000)).toBe('vor 3 Std.')
    expect(formatAgo('es', WHEN, now + 24 * 3_600_000)).toMatch(/^\d\d-11-2026/)
  })

  it('say from when or until when with the zone, as far from Greenwich as it is at that moment', () => {
    expect(formatDeadline(WHEN, ZONE)).toBe('20-11-2026 14:32:10 GMT−3')
    expect(formatDeadline(WHEN, 'America/New_York')).toBe('20-11-2026 12:32:10 GMT−5')
    expect(formatDeadline('2026-07-20T17:32:10Z', 'America/New_York')).toBe('20-07-2026 13:32:10 GMT−4')
    expect(formatDeadline(WHEN, 'Asia/Kolkata')).toBe('20-11-2026 23:02:10 GMT+5:30')
    expect(formatDeadline(null, ZONE)).toBe('—')
  })

  it.each([
    ['es', 'noviembre de 2026', 'lunes'],
    ['en', 'November 2026', 'Monday'],
    ['de', 'November 2026', 'Montag'],
    ['ja', '2026年11月', '月曜日'],
    ['th', 'พฤศจิกายน 2026', 'วันจันทร์'],
  ] as const)('name months and weekdays in %s', (language, month, weekday) => {
    expect(formatMonth(language, '2026-11')).toBe(month)
    expect(formatWeekday(language, 1)).toBe(weekday)
  })

  it('say so when there is none', () => {
    expect(formatDateTime(null)).toBe('—')
    expect(formatDate('soon')).toBe('—')
  })
})
