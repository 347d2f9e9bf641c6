import { describe, expect, test } from 'vitest'
import { createCalendar } from './calendars.ts'
import { dateOfDays, daysOf, isWeekend } from './civil.ts'
import { taiwaneseHolidaysByRule } from './taiwanese-holidays.ts'

const calendar = createCalendar('TW', false)
const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()

// Dates of docs/rules/calendars.md B.7, written again here so that a slip of the table shows.
const in2026 = (...days: string[]) => days.map((day) => `2026-${day}`)
const in2027 = (...days: string[]) => days.map((day) => `2027-${day}`)
const CLOSED = [
  ...in2026('01-01', '02-16', '02-17', '02-18', '02-19', '02-20', '02-27', '04-03', '04-06', '05-01', '06-19', '09-25', '09-28'),
  ...in2026('10-09', '10-26', '12-25'),
  ...in2027('01-01', '02-04', '02-05', '02-06', '02-07', '02-08', '02-09', '02-10', '03-01', '04-05', '04-06', '04-30', '06-09'),
  ...in2027('09-15', '09-28', '10-11', '10-25', '12-24', '12-31'),
]
const SETTLEMENT_ONLY = ['2026-02-12', '2026-02-13', '2027-02-02', '2027-02-03']

describe('the exchange in Taipei in 2026 and 2027', () => {
  test.each(CLOSED)('%s is closed', (date) => {
    const day = calendar.calendarDay(date)
    expect(day).toMatchObject({ trading: false, settlement: false, sessions: [], projected: date >= '2027' })
    expect(day.holidayName).not.toBeNull()
  })

  test.each(SETTLEMENT_ONLY)('%s settles and does not trade', (date) => {
    expect(calendar.calendarDay(date)).toMatchObject({ trading: false, settlement: true, sessions: [] })
  })

  test('every other weekday trades and settles, and no weekend does', () => {
    const special = new Set([...CLOSED, ...SETTLEMENT_ONLY])
    const ordinary = calendar.calendarDays('2026-01-01', '2027-12-31').filter((day) => !special.has(day.date))
    expect(ordinary).toHaveLength(730 - special.size)
    for (const { date, ...day } of ordinary) {
      const open = !isWeekend(daysOf(date))
      expect(day, date).toMatchObject({ trading: open, settlement: open, halfDay: false, holidayName: null })
      if (open)
        expect(day.sessions).toEqual([
          { type: 'REGULAR', opensAt: at(`${date}T01:00:00Z`), closesAt: at(`${date}T05:30:00Z`) },
          { type: 'POST', opensAt: at(`${date}T06:00:00Z`), closesAt: at(`${date}T06:30:00Z`) },
        ])
    }
  })

  test('the law behind the table gives the same years', () => {
    for (const year of [2026, 2027]) {
      const ruled = [...taiwaneseHolidaysByRule(year)].map(([day, { kind }]) => [dateOfDays(day), kind] as const)
      const weekdays = (kind: string) =>
        ruled.flatMap(([date, ruledKind]) =>
          ruledKind === kind && !isWeekend(daysOf(date)) && date.startsWith(String(year)) ? [date] : [],
        )
      const published = (dates: readonly string[]) => dates.filter((date) => date.startsWith(String(year)) && !isWeekend(daysOf(date)))
      expect(weekdays('closed').toSorted()).toEqual(published(CLOSED))
      expect(weekdays('settlementOnly').toSorted()).toEqual(published(SETTLEMENT_ONLY))
    }
  })

  test.each(['2021-04-02', '2024-04-05', '2028-04-03'])(
    '%s is the Children’s Day of a year whose fourth of April is Tomb Sweeping Day',
    (date) => expect(calendar.calendarDay(date)).toMatchObject({ trading: false, holidayName: "Children's Day", projected: true }),
  )
})

describe('settlement in Taiwan', () => {
  test.each([
    ['2026-02-11', 2, '2026-02-13', 'a day that only settles'],
    ['2026-02-10', 2, '2026-02-12', 'another one'],
    ['2026-02-23', 2, '2026-02-25', 'two ordinary days'],
    ['2026-02-25', 2, '2026-03-02', 'over Peace Memorial Day'],
    ['2027-02-01', 2, '2027-02-03', 'before the Lunar New Year of 2027'],
  ])('a trade of %s settles at T+%i on %s: %s', (tradeDate, days, settlement) => {
    expect(calendar.settlementDate(tradeDate, days)).toBe(settlement)
  })
})

describe('the session in Taipei', () => {
  test.each([
    ['2026-08-04T00:59:59.999Z', 'CLOSED', '2026-08-04', '2026-08-04T01:00:00.000Z', false],
    ['2026-08-04T01:00:00.000Z', 'OPEN', '2026-08-04', '2026-08-04T05:25:00.000Z', true],
    ['2026-08-04T05:25:00.000Z', 'AUCTION', '2026-08-04', '2026-08-04T05:30:00.000Z', false],
    ['2026-08-04T05:30:00.000Z', 'CLOSED', '2026-08-04', '2026-08-04T06:00:00.000Z', false],
    ['2026-08-04T06:00:00.000Z', 'POST', '2026-08-04', '2026-08-04T06:30:00.000Z', false],
    ['2026-08-04T06:30:00.000Z', 'CLOSED', '2026-08-05', '2026-08-05T01:00:00.000Z', false],
    ['2026-02-11T06:30:00.000Z', 'CLOSED', '2026-02-23', '2026-02-23T01:00:00.000Z', false],
  ])('at %s is %s for %s', (now, phase, tradeDate, changesAt, matching) => {
    const session = calendar.session(at(now))
    expect(session).toMatchObject({ phase, tradeDate, matching })
    expect(iso(session.changesAt)).toBe(changesAt)
  })

  test('a date begins at midnight in Taipei, in the always-open market too', () => {
    expect(calendar.dateOf(at('2026-08-03T15:59:59.999Z'))).toBe('2026-08-03')
    expect(calendar.dateOf(at('2026-08-03T16:00:00.000Z'))).toBe('2026-08-04')
    const session = createCalendar('TW', true).session(at('2026-08-04T12:00:00Z'))
    expect([iso(session.opensAt), iso(session.closesAt)]).toEqual(['2026-08-03T16:00:00.000Z', '2026-08-04T16:00:00.000Z'])
  })
})
