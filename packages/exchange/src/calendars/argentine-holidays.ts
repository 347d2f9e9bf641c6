import { type DayNumber, FRIDAY, MONDAY, THURSDAY, TUESDAY, WEDNESDAY, dayNumber, weekday } from './civil.ts'
import { easterSunday } from './easter.ts'
import { type Holiday, type NamedDay, type PublishedHolidays, addHolidays, holidayTable } from './holidays.ts'

/**
 * The days on which the exchange in Buenos Aires closes, its one short day, and the decreed bridge days, on which it
 * trades but banks do not settle. 2027 follows from the holiday law; its bridge days are not known until decreed.
 */
const PUBLISHED: PublishedHolidays = {
  closed: {
    '2026-01-01': "New Year's Day",
    '2026-02-16': 'Carnival',
    '2026-02-17': 'Carnival',
    '2026-03-24': 'Day of Remembrance',
    '2026-04-02': 'Malvinas Day',
    '2026-04-03': 'Good Friday',
    '2026-05-01': 'Labour Day',
    '2026-05-25': 'May Revolution Day',
    '2026-06-15': 'Martín Miguel de Güemes Day',
    '2026-07-09': 'Independence Day',
    '2026-08-17': 'José de San Martín Day',
    '2026-10-12': 'Day of Respect for Cultural Diversity',
    '2026-11-23': 'National Sovereignty Day',
    '2026-12-08': 'Immaculate Conception',
    '2026-12-25': 'Christmas Day',
    '2026-12-31': 'Last day of the year',
    '2027-01-01': "New Year's Day",
    '2027-02-08': 'Carnival',
    '2027-02-09': 'Carnival',
    '2027-03-24': 'Day of Remembrance',
    '2027-03-25': 'Maundy Thursday',
    '2027-03-26': 'Good Friday',
    '2027-04-02': 'Malvinas Day',
    '2027-05-25': 'May Revolution Day',
    '2027-06-21': 'Martín Miguel de Güemes Day',
    '2027-07-09': 'Independence Day',
    '2027-08-16': 'José de San Martín Day',
    '2027-10-11': 'Day of Respect for Cultural Diversity',
    '2027-12-08': 'Immaculate Conception',
    '2027-12-31': 'Last day of the year',
  },
  half: { '2026-12-24': 'Christmas Eve', '2027-12-24': 'Christmas Eve' },
  banksClosed: { '2026-03-23': 'Bridge day', '2026-07-10': 'Bridge day', '2026-12-07': 'Bridge day' },
}

export const argentineHolidays = holidayTable({
  published: PUBLISHED,
  firstYear: 2026,
  lastYear: 2027,
  lastConfirmedYear: 2026,
  byRule: argentineHolidaysByRule,
})

const CARNIVAL_BEFORE_EASTER = 48

/** Holidays of a year by the holiday law; bridge days are decreed, not ruled. */
export function argentineHolidaysByRule(year: number): ReadonlyMap<DayNumber, Holiday> {
  const days = new Map<DayNumber, Holiday>()
  const easter = easterSunday(year)
  const carnival = easter - CARNIVAL_BEFORE_EASTER
  const named: readonly NamedDay[] = [
    [dayNumber(year, 1, 1), "New Year's Day"],
    [carnival, 'Carnival'],
    [carnival + 1, 'Carnival'],
    [dayNumber(year, 3, 24), 'Day of Remembrance'],
    [easter - 3, 'Maundy Thursday'],
    [easter - 2, 'Good Friday'],
    [dayNumber(year, 4, 2), 'Malvinas Day'],
    [dayNumber(year, 5, 1), 'Labour Day'],
    [dayNumber(year, 5, 25), 'May Revolution Day'],
    [movable(dayNumber(year, 6, 17)), 'Martín Miguel de Güemes Day'],
    [dayNumber(year, 6, 20), 'Flag Day'],
    [dayNumber(year, 7, 9), 'Independence Day'],
    [movable(dayNumber(year, 8, 17)), 'José de San Martín Day'],
    [movable(dayNumber(year, 10, 12)), 'Day of Respect for Cultural Diversity'],
    [movable(dayNumber(year, 11, 20)), 'National Sovereignty Day'],
    [dayNumber(year, 12, 8), 'Immaculate Conception'],
    [dayNumber(year, 12, 25), 'Christmas Day'],
    [dayNumber(year, 12, 31), 'Last day of the year'],
  ]
  addHolidays(days, 'half', [[dayNumber(year, 12, 24), 'Christmas Eve']])
  addHolidays(days, 'closed', named)
  return days
}

/** A movable holiday makes a long weekend: Tuesday and Wednesday go to the Monday before, Thursday and Friday to the one after. */
function movable(day: DayNumber): DayNumber {
  const on = weekday(day)
  if (on === TUESDAY || on === WEDNESDAY) return day - (on - MONDAY)
  return on === THURSDAY || on === FRIDAY ? day + (DAYS_PER_WEEK + MONDAY - on) : day
}

const DAYS_PER_WEEK = 7
