import { describe, expect, test } from 'vitest'
import { createCalendar } from './calendars.ts'
import { daysOf, isWeekend } from './civil.ts'

/** Futures and currencies: sessions that begin on the evening before and follow the clock of New York. */
const futures = createCalendar('FUT', false)
const forex = createCalendar('FX', false)
const at = (text: string) => Date.parse(text)
const iso = (instant: number | undefined) => (instant === undefined ? null : new Date(instant).toISOString())
const regular = (calendar: typeof futures, date: string) => {
  const hours = calendar.hoursOf(daysOf(date))?.regular
  return hours === undefined ? null : [iso(hours.opensAt), iso(hours.closesAt)]
}

const CLOSED_FUTURES = ['2026-01-01', '2026-04-03', '2026-12-25', '2027-01-01', '2027-03-26']
const EARLY_CLOSES = [
  ...['2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-09-07', '2026-11-26', '2026-11-27', '2026-12-24'],
  ...['2027-01-18', '2027-02-15', '2027-05-31', '2027-06-18', '2027-07-05', '2027-09-06', '2027-11-25', '2027-11-26', '2027-12-24'],
]

describe('futures in 2026 and 2027', () => {
  test.each(CLOSED_FUTURES)('%s is closed', (date) => expect(futures.calendarDay(date)).toMatchObject({ trading: false, sessions: [] }))

  test.each(EARLY_CLOSES)('%s closes at 13:00 in New York', (date) => {
    const closes = date.slice(5) >= '03-14' && date.slice(5) < '11-01' ? '17:00' : '18:00'
    expect(futures.calendarDay(date)).toMatchObject({ trading: true, halfDay: true })
    expect(regular(futures, date)?.[1]).toBe(`${date}T${closes}:00.000Z`)
  })

  test('every other weekday is a whole day', () => {
    const special = new Set([...CLOSED_FUTURES, ...EARLY_CLOSES])
    for (const day of futures.calendarDays('2026-01-01', '2027-12-31').filter(({ date }) => !special.has(date)))
      expect(day, day.date).toMatchObject({ trading: !isWeekend(daysOf(day.date)), halfDay: false })
  })

  test.each([
    ['2026-03-06', '2026-03-05T23:00:00.000Z', '2026-03-06T22:00:00.000Z', 'in winter'],
    ['2026-03-09', '2026-03-08T22:00:00.000Z', '2026-03-09T21:00:00.000Z', 'the evening of the change to daylight time'],
    ['2026-10-30', '2026-10-29T22:00:00.000Z', '2026-10-30T21:00:00.000Z', 'in summer'],
    ['2026-11-02', '2026-11-01T23:00:00.000Z', '2026-11-02T22:00:00.000Z', 'the evening of the change back'],
    ['2027-03-15', '2027-03-14T22:00:00.000Z', '2027-03-15T21:00:00.000Z', 'a year later'],
    ['2027-11-08', '2027-11-07T23:00:00.000Z', '2027-11-08T22:00:00.000Z', 'and back'],
  ])('the trade date %s runs from %s to %s: %s', (date, opensAt, closesAt) => expect(regular(futures, date)).toEqual([opensAt, closesAt]))

  test.each([
    ['2026-08-02T21:59:59.999Z', 'CLOSED', '2026-08-03', '2026-08-02T22:00:00.000Z', 'Sunday before 18:00'],
    ['2026-08-02T22:00:00.000Z', 'OPEN', '2026-08-03', '2026-08-03T21:00:00.000Z', 'Sunday 18:00 is Monday'],
    ['2026-08-03T21:00:00.000Z', 'CLOSED', '2026-08-04', '2026-08-03T22:00:00.000Z', 'the break'],
    ['2026-08-03T22:00:00.000Z', 'OPEN', '2026-08-04', '2026-08-04T21:00:00.000Z', 'the next trade date'],
    ['2026-08-07T21:00:00.000Z', 'CLOSED', '2026-08-10', '2026-08-09T22:00:00.000Z', 'the weekend'],
    ['2026-09-07T17:00:00.000Z', 'CLOSED', '2026-09-08', '2026-09-07T22:00:00.000Z', 'Labor Day after 13:00'],
    ['2026-12-24T18:00:00.000Z', 'CLOSED', '2026-12-28', '2026-12-27T23:00:00.000Z', 'Christmas Eve after 13:00'],
  ])('at %s the session is %s for %s until %s: %s', (now, phase, tradeDate, changesAt) => {
    const session = futures.session(at(now))
    expect(session).toMatchObject({ phase, tradeDate, matching: phase === 'OPEN' })
    expect(iso(session.changesAt)).toBe(changesAt)
  })

  test('a trade date begins at 18:00 on the evening before', () => {
    expect(futures.dateOf(at('2026-08-03T21:59:59.999Z'))).toBe('2026-08-03')
    expect(futures.dateOf(at('2026-08-03T22:00:00.000Z'))).toBe('2026-08-04')
    expect(iso(futures.beginOf(daysOf('2026-08-04')))).toBe('2026-08-03T22:00:00.000Z')
  })
})

describe('currencies and metals', () => {
  test.each(['2026-01-01', '2026-12-25', '2027-01-01'])('%s is closed', (date) =>
    expect(forex.calendarDay(date)).toMatchObject({ trading: false, settlement: false, projected: false }),
  )

  test('every other weekday trades', () => {
    const closed = new Set(['2026-01-01', '2026-12-25', '2027-01-01'])
    for (const { date, trading } of forex.calendarDays('2026-01-01', '2027-12-31'))
      expect(trading, date).toBe(!isWeekend(daysOf(date)) && !closed.has(date))
  })

  test.each([
    ['2026-08-03', '2026-08-02T21:00:00.000Z', '2026-08-03T20:59:30.000Z', 'Monday begins on Sunday at 17:00'],
    ['2026-08-04', '2026-08-03T21:05:00.000Z', '2026-08-04T20:59:30.000Z', 'a day between two breaks'],
    ['2026-08-07', '2026-08-06T21:05:00.000Z', '2026-08-07T21:00:00.000Z', 'Friday ends at 17:00'],
    ['2026-12-24', '2026-12-23T22:05:00.000Z', '2026-12-24T22:00:00.000Z', 'until 17:00 before Christmas'],
    ['2026-12-28', '2026-12-27T22:00:00.000Z', '2026-12-28T21:59:30.000Z', 'after it'],
    ['2026-03-09', '2026-03-08T21:00:00.000Z', '2026-03-09T20:59:30.000Z', 'the evening of the change to daylight time'],
    ['2026-11-02', '2026-11-01T22:00:00.000Z', '2026-11-02T21:59:30.000Z', 'the evening of the change back'],
    ['2027-03-15', '2027-03-14T21:00:00.000Z', '2027-03-15T20:59:30.000Z', 'a year later'],
    ['2027-11-08', '2027-11-07T22:00:00.000Z', '2027-11-08T21:59:30.000Z', 'and back'],
  ])('the trade date %s runs from %s to %s: %s', (date, opensAt, closesAt) => expect(regular(forex, date)).toEqual([opensAt, closesAt]))

  test.each([
    ['2026-08-04T20:59:29.999Z', 'OPEN', '2026-08-04', '2026-08-04T20:59:30.000Z'],
    ['2026-08-04T20:59:30.000Z', 'CLOSED', '2026-08-05', '2026-08-04T21:05:00.000Z'],
    ['2026-08-04T21:05:00.000Z', 'OPEN', '2026-08-05', '2026-08-05T20:59:30.000Z'],
    ['2026-08-07T21:00:00.000Z', 'CLOSED', '2026-08-10', '2026-08-09T21:00:00.000Z'],
  ])('at %s the session is %s for %s until %s', (now, phase, tradeDate, changesAt) => {
    const session = forex.session(at(now))
    expect(session).toMatchObject({ phase, tradeDate, matching: phase === 'OPEN' })
    expect(iso(session.changesAt)).toBe(changesAt)
  })
})

describe('indices', () => {
  test('keep the hours of the exchanges in New York', () => {
    expect(createCalendar('IDX', false).session(at('2026-08-04T13:30:00Z'))).toMatchObject({ phase: 'OPEN', tradeDate: '2026-08-04' })
  })
})
