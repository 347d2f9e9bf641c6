import { describe, expect, test } from 'vitest'
import { argentineHolidaysByRule } from './argentine-holidays.ts'
import { createCalendar } from './calendars.ts'
import { dateOfDays, daysOf, isWeekend } from './civil.ts'

const calendar = createCalendar('AR', false)
const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()

// Dates of docs/rules/calendars.md B.7, written again here so that a slip of the table shows.
const in2026 = (...days: string[]) => days.map((day) => `2026-${day}`)
const in2027 = (...days: string[]) => days.map((day) => `2027-${day}`)
const CLOSED = [
  ...in2026('01-01', '02-16', '02-17', '03-24', '04-02', '04-03', '05-01', '05-25', '06-15', '07-09', '08-17', '10-12', '11-23', '12-08'),
  ...in2026('12-25', '12-31'),
  ...in2027('01-01', '02-08', '02-09', '03-24', '03-25', '03-26', '04-02', '05-25', '06-21', '07-09', '08-16', '10-11', '12-08', '12-31'),
]
const HALF = ['2026-12-24', '2027-12-24']
const BRIDGE_DAYS = ['2026-03-23', '2026-07-10', '2026-12-07']

describe('the exchange in Buenos Aires in 2026 and 2027', () => {
  test.each(CLOSED)('%s is closed', (date) => {
    const day = calendar.calendarDay(date)
    expect(day).toMatchObject({ trading: false, settlement: false, sessions: [], projected: date >= '2027' })
    expect(day.holidayName).not.toBeNull()
  })

  test.each(HALF)('%s closes at 13:00', (date) => {
    const day = calendar.calendarDay(date)
    expect(day).toMatchObject({ trading: true, settlement: true, halfDay: true })
    expect(day.sessions).toEqual([{ type: 'REGULAR', opensAt: at(`${date}T14:00:00Z`), closesAt: at(`${date}T16:00:00Z`) }])
  })

  test.each(BRIDGE_DAYS)('%s trades and does not settle', (date) => {
    expect(calendar.calendarDay(date)).toMatchObject({ trading: true, settlement: false, halfDay: false })
  })

  test('every other weekday trades from 14:00Z to 20:00Z and settles, and no weekend does', () => {
    const special = new Set([...CLOSED, ...HALF, ...BRIDGE_DAYS])
    const ordinary = calendar.calendarDays('2026-01-01', '2027-12-31').filter((day) => !special.has(day.date))
    expect(ordinary).toHaveLength(730 - special.size)
    for (const { date, ...day } of ordinary) {
      const open = !isWeekend(daysOf(date))
      expect(day, date).toMatchObject({ trading: open, settlement: open, halfDay: false, holidayName: null })
      if (open) expect(day.sessions).toEqual([{ type: 'REGULAR', opensAt: at(`${date}T14:00:00Z`), closesAt: at(`${date}T20:00:00Z`) }])
    }
  })

  test('the law behind the table gives the same years, but for the decreed bridge days', () => {
    for (const year of [2026, 2027]) {
      const ruled = [...argentineHolidaysByRule(year)].filter(([, { kind }]) => kind === 'closed')
      expect(ruled.map(([day]) => dateOfDays(day)).toSorted()).toEqual(CLOSED.filter((date) => date.startsWith(String(year))))
    }
  })
})

describe('settlement in Argentina', () => {
  test.each([
    ['2026-03-20', 1, '2026-03-25', '24 hours over a bridge day and the Day of Remembrance'],
    ['2026-03-20', 0, '2026-03-20', 'contado inmediato'],
    ['2026-07-08', 1, '2026-07-13', 'Independence Day and the bridge day after it'],
    ['2026-12-04', 1, '2026-12-09', 'the bridge day and the Immaculate Conception'],
    ['2026-12-30', 1, '2027-01-04', 'over New Year'],
  ])('a trade of %s settles at T+%i on %s: %s', (tradeDate, days, settlement) => {
    expect(calendar.settlementDate(tradeDate, days)).toBe(settlement)
  })
})

describe('the session in Buenos Aires', () => {
  test.each([
    ['2026-08-04T13:59:59.999Z', 'CLOSED', '2026-08-04', '2026-08-04T14:00:00.000Z', false],
    ['2026-08-04T14:00:00.000Z', 'OPEN', '2026-08-04', '2026-08-04T19:57:00.000Z', true],
    ['2026-08-04T19:57:00.000Z', 'AUCTION', '2026-08-04', '2026-08-04T20:00:00.000Z', false],
    ['2026-08-04T20:00:00.000Z', 'CLOSED', '2026-08-05', '2026-08-05T14:00:00.000Z', false],
    ['2026-12-24T15:58:00.000Z', 'AUCTION', '2026-12-24', '2026-12-24T16:00:00.000Z', false],
    ['2026-12-24T16:00:00.000Z', 'CLOSED', '2026-12-28', '2026-12-28T14:00:00.000Z', false],
  ])('at %s is %s for %s', (now, phase, tradeDate, changesAt, matching) => {
    const session = calendar.session(at(now))
    expect(session).toMatchObject({ phase, tradeDate, matching })
    expect(iso(session.changesAt)).toBe(changesAt)
  })

  test('a date begins at midnight in Buenos Aires, in the always-open market too', () => {
    expect(calendar.dateOf(at('2026-08-04T02:59:59.999Z'))).toBe('2026-08-03')
    expect(calendar.dateOf(at('2026-08-04T03:00:00.000Z'))).toBe('2026-08-04')
    const session = createCalendar('AR', true).session(at('2026-08-04T12:00:00Z'))
    expect([iso(session.opensAt), iso(session.closesAt)]).toEqual(['2026-08-04T03:00:00.000Z', '2026-08-05T03:00:00.000Z'])
  })
})
