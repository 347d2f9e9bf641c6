import { type DayNumber, MONDAY, THURSDAY, dayNumber, isWeekend, lastWeekday, nthWeekday } from './civil.ts'
import { easterSunday } from './easter.ts'
import {
  type Holiday,
  type NamedDay,
  type PublishedHolidays,
  addHolidays,
  holidayTable,
  nearestWeekday,
  sundayToMonday,
} from './holidays.ts'

/**
 * The days on which the United States exchanges close or close early, and those on which banks alone are closed.
 * 2026 and 2027 are the exchanges' published tables; other years follow the rules behind them and are marked so.
 */
const PUBLISHED: PublishedHolidays = {
  closed: {
    '2026-01-01': "New Year's Day",
    '2026-01-19': 'Martin Luther King, Jr. Day',
    '2026-02-16': "Washington's Birthday",
    '2026-04-03': 'Good Friday',
    '2026-05-25': 'Memorial Day',
    '2026-06-19': 'Juneteenth',
    '2026-07-03': 'Independence Day',
    '2026-09-07': 'Labor Day',
    '2026-11-26': 'Thanksgiving Day',
    '2026-12-25': 'Christmas Day',
    '2027-01-01': "New Year's Day",
    '2027-01-18': 'Martin Luther King, Jr. Day',
    '2027-02-15': "Washington's Birthday",
    '2027-03-26': 'Good Friday',
    '2027-05-31': 'Memorial Day',
    '2027-06-18': 'Juneteenth',
    '2027-07-05': 'Independence Day',
    '2027-09-06': 'Labor Day',
    '2027-11-25': 'Thanksgiving Day',
    '2027-12-24': 'Christmas Day',
  },
  half: {
    '2026-11-27': 'Day after Thanksgiving',
    '2026-12-24': 'Christmas Eve',
    '2027-11-26': 'Day after Thanksgiving',
  },
  banksClosed: {
    '2026-10-12': 'Columbus Day',
    '2026-11-11': 'Veterans Day',
    '2027-10-11': 'Columbus Day',
    '2027-11-11': 'Veterans Day',
  },
}

export const usHolidays = holidayTable({
  published: PUBLISHED,
  firstYear: 2026,
  lastYear: 2027,
  lastConfirmedYear: 2027,
  byRule: usHolidaysByRule,
})

/** Holidays of a year by the rules; the published years serve as their proof. */
export function usHolidaysByRule(year: number): ReadonlyMap<DayNumber, Holiday> {
  const days = new Map<DayNumber, Holiday>()
  const independence = dayNumber(year, 7, 4)
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4)
  // A day before a holiday is short only when it is a trading day itself, so the closed days are written last.
  addHolidays(days, 'half', [
    [thanksgiving + 1, 'Day after Thanksgiving'],
    [dayNumber(year, 12, 24), 'Christmas Eve'],
    ...(isWeekend(independence) ? [] : ([[independence - 1, 'Day before Independence Day']] as const)),
  ])
  addHolidays(days, 'banksClosed', [
    [nthWeekday(year, 10, MONDAY, 2), 'Columbus Day'],
    [sundayToMonday(dayNumber(year, 11, 11)), 'Veterans Day'],
  ])
  addHolidays(days, 'closed', closedByRule(year, independence, thanksgiving))
  return days
}

function closedByRule(year: number, independence: DayNumber, thanksgiving: DayNumber): readonly NamedDay[] {
  return [
    // A New Year's Day on a Saturday is not made up on the Friday, the last day of the year's books.
    [sundayToMonday(dayNumber(year, 1, 1)), "New Year's Day"],
    [nthWeekday(year, 1, MONDAY, 3), 'Martin Luther King, Jr. Day'],
    [nthWeekday(year, 2, MONDAY, 3), "Washington's Birthday"],
    [easterSunday(year) - 2, 'Good Friday'],
    [lastWeekday(year, 5, MONDAY), 'Memorial Day'],
    ...(year >= FIRST_JUNETEENTH ? [[nearestWeekday(dayNumber(year, 6, 19)), 'Juneteenth'] as const] : []),
    [nearestWeekday(independence), 'Independence Day'],
    [nthWeekday(year, 9, MONDAY, 1), 'Labor Day'],
    [thanksgiving, 'Thanksgiving Day'],
    [nearestWeekday(dayNumber(year, 12, 25)), 'Christmas Day'],
  ]
}

const FIRST_JUNETEENTH = 2022
