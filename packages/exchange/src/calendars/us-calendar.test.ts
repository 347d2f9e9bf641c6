import { describe, expect, test } from 'vitest'
import { createCalendar } from './calendars.ts'
import { dateOfDays, daysOf, isWeekend } from './civil.ts'
import { usHolidaysByRule } from './us-holidays.ts'

const calendar = createCalendar('US', false)
const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()

// Dates of docs/rules/calendars.md B.7, written again here so that a slip of the table shows.
const CLOSED = [
  ...[
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-04-03',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-11-26',
    '2026-12-25',
  ],
  ...[
    '2027-01-01',
    '2027-01-18',
    '2027-02-15',
    '2027-03-26',
    '2027-05-31',
    '2027-06-18',
    '2027-07-05',
    '2027-09-06',
    '2027-11-25',
    '2027-12-24',
  ],
]
const HALF = ['2026-11-27', '2026-12-24', '2027-11-26']
const BANKS_CLOSED = ['2026-10-12', '2026-11-11', '2027-10-11', '2027-11-11']

describe('the exchanges in 2026 and 2027', () => {
  test.each(CLOSED)('%s is closed', (date) => {
    const day = calendar.calendarDay(date)
    expect(day).toMatchObject({ trading: false, settlement: false, halfDay: false, sessions: [], projected: false })
    expect(day.holidayName).not.toBeNull()
  })

  test.each(HALF)('%s closes at 13:00 and its extended hours at 17:00', (date) => {
    const day = calendar.calendarDay(date)
    expect(day).toMatchObject({ trading: true, settlement: true, halfDay: true })
    expect(day.sessions.map((session) => iso(session.closesAt).slice(11, 16))).toEqual(['14:30', '18:00', '22:00'])
  })

  test.each(BANKS_CLOSED)('%s trades and does not settle', (date) => {
    expect(calendar.calendarDay(date)).toMatchObject({ trading: true, settlement: false, halfDay: false })
  })

  test('every other weekday trades and settles, and no weekend does', () => {
    const special = new Set([...CLOSED, ...HALF, ...BANKS_CLOSED])
    const ordinary = calendar.calendarDays('2026-01-01', '2027-12-31').filter((day) => !special.has(day.date))
    expect(ordinary).toHaveLength(730 - special.size)
    for (const day of ordinary) {
      const open = !isWeekend(daysOf(day.date))
      expect(day, day.date).toMatchObject({ trading: open, settlement: open, halfDay: false, holidayName: null })
    }
  })

  test('the rules used for other years give the published years exactly', () => {
    for (const year of [2026, 2027]) {
      const days = [...usHolidaysByRule(year)].filter(([day]) => !isWeekend(day))
      const byKind = (kind: string) => days.flatMap(([day, holiday]) => (holiday.kind === kind ? [dateOfDays(day)] : [])).toSorted()
      const inYear = (dates: readonly string[]) => dates.filter((date) => date.startsWith(String(year)))
      expect(byKind('closed')).toEqual(inYear(CLOSED))
      expect(byKind('half')).toEqual(inYear(HALF))
      expect(byKind('banksClosed')).toEqual(inYear(BANKS_CLOSED))
    }
  })

  test('other years are projected by the rules', () => {
    expect(calendar.calendarDay('2025-04-18')).toMatchObject({ trading: false, holidayName: 'Good Friday', projected: true })
    expect(calendar.calendarDay('2025-07-03')).toMatchObject({ trading: true, halfDay: true, projected: true })
    expect(calendar.calendarDay('2021-12-31')).toMatchObject({ trading: true, projected: true })
    expect(calendar.calendarDay('2028-07-04')).toMatchObject({ trading: false, projected: true })
  })
})

describe('daylight time', () => {
  test.each([
    ['2026-03-06', '14:30'],
    ['2026-03-09', '13:30'],
    ['2026-10-30', '13:30'],
    ['2026-11-02', '14:30'],
    ['2027-03-12', '14:30'],
    ['2027-03-15', '13:30'],
    ['2027-11-05', '13:30'],
    ['2027-11-08', '14:30'],
  ])('09:30 in New York on %s is %sZ', (date, opensAt) => {
    const regular = calendar.calendarDay(date).sessions.find((session) => session.type === 'REGULAR')
    expect(iso(regular?.opensAt ?? 0)).toBe(`${date}T${opensAt}:00.000Z`)
  })

  test.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
    ['2027-03-14', 23],
    ['2027-11-07', 25],
    ['2026-07-01', 24],
  ])('the always-open session of %s lasts %i hours', (date, hours) => {
    const [session] = createCalendar('US', true).calendarDay(date).sessions
    expect((session?.closesAt ?? 0) - (session?.opensAt ?? 0)).toBe(hours * 3_600_000)
  })

  test('a date begins at midnight in New York', () => {
    expect(iso(calendar.beginOf(daysOf('2026-03-08')))).toBe('2026-03-08T05:00:00.000Z')
    expect(iso(calendar.beginOf(daysOf('2026-03-09')))).toBe('2026-03-09T04:00:00.000Z')
    expect(calendar.dateOf(at('2026-03-09T03:59:59.999Z'))).toBe('2026-03-08')
    expect(calendar.dateOf(at('2026-11-02T04:59:59.999Z'))).toBe('2026-11-01')
    expect(calendar.dateOf(at('2026-11-02T05:00:00.000Z'))).toBe('2026-11-02')
  })
})

describe('settlement', () => {
  test.each([
    ['2026-07-02', 1, '2026-07-06', 'Independence Day and the weekend lie between'],
    ['2026-10-09', 1, '2026-10-13', 'the 12th trades but does not settle'],
    ['2026-10-12', 1, '2026-10-13', 'a trade on the bank holiday itself'],
    ['2026-12-24', 1, '2026-12-28', 'over Christmas'],
    ['2026-08-04', 0, '2026-08-04', 'T+0'],
    ['2026-08-04', 2, '2026-08-06', 'T+2'],
  ])('a trade of %s settles at T+%i on %s: %s', (tradeDate, days, settlement) => {
    expect(calendar.settlementDate(tradeDate, days)).toBe(settlement)
  })

  test('in the always-open market T+1 is tomorrow, weekends too', () => {
    expect(createCalendar('US', true).settlementDate('2026-07-03', 1)).toBe('2026-07-04')
  })

  test('trading dates step over weekends and holidays', () => {
    expect(calendar.nextTradingDate('2026-07-02')).toBe('2026-07-06')
    expect(calendar.previousTradingDate('2026-07-06')).toBe('2026-07-02')
  })
})

describe('the session', () => {
  test.each([
    ['2026-08-04T07:59:59.999Z', 'CLOSED', '2026-08-04', '2026-08-04T08:00:00.000Z', false],
    ['2026-08-04T08:00:00.000Z', 'PRE', '2026-08-04', '2026-08-04T13:30:00.000Z', false],
    ['2026-08-04T13:30:00.000Z', 'OPEN', '2026-08-04', '2026-08-04T20:00:00.000Z', true],
    ['2026-08-04T20:00:00.000Z', 'POST', '2026-08-04', '2026-08-05T00:00:00.000Z', false],
    ['2026-08-05T00:00:00.000Z', 'CLOSED', '2026-08-05', '2026-08-05T08:00:00.000Z', false],
    ['2026-07-03T15:00:00.000Z', 'CLOSED', '2026-07-06', '2026-07-06T08:00:00.000Z', false],
    ['2026-11-27T18:00:00.000Z', 'POST', '2026-11-27', '2026-11-27T22:00:00.000Z', false],
  ])('at %s is %s for %s', (now, phase, tradeDate, changesAt, matching) => {
    const session = calendar.session(at(now))
    expect(session).toMatchObject({ phase, tradeDate, matching })
    expect(iso(session.changesAt)).toBe(changesAt)
  })

  test('is open all day and every day in the always-open market', () => {
    const session = createCalendar('US', true).session(at('2026-07-04T12:00:00Z'))
    expect(session).toMatchObject({ phase: 'OPEN', tradeDate: '2026-07-04', matching: true })
    expect([iso(session.opensAt), iso(session.closesAt)]).toEqual(['2026-07-04T04:00:00.000Z', '2026-07-05T04:00:00.000Z'])
  })
})
