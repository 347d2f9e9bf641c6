import type { CalendarDate } from '@rueda/rules/time.ts'
import { type DayNumber, SATURDAY, THURSDAY, dayNumber, daysOf, isWeekend, weekday } from './civil.ts'
import { type Holiday, type NamedDay, type PublishedHolidays, holidayTable } from './holidays.ts'

/**
 * The days on which the exchange in Taipei is closed. On the two working days before the Lunar New Year nothing is
 * traded any more, but what was traded settles. 2027 follows from the holiday law until the exchange publishes it.
 */
const PUBLISHED: PublishedHolidays = {
  closed: {
    '2026-01-01': "New Year's Day",
    '2026-02-16': 'Lunar New Year',
    '2026-02-17': 'Lunar New Year',
    '2026-02-18': 'Lunar New Year',
    '2026-02-19': 'Lunar New Year',
    '2026-02-20': 'Lunar New Year',
    '2026-02-27': 'Peace Memorial Day',
    '2026-04-03': "Children's Day",
    '2026-04-06': 'Tomb Sweeping Day',
    '2026-05-01': 'Labour Day',
    '2026-06-19': 'Dragon Boat Festival',
    '2026-09-25': 'Mid-Autumn Festival',
    '2026-09-28': "Teachers' Day",
    '2026-10-09': 'National Day',
    '2026-10-26': 'Retrocession Day',
    '2026-12-25': 'Constitution Day',
    '2027-01-01': "New Year's Day",
    '2027-02-04': 'Lunar New Year',
    '2027-02-05': 'Lunar New Year',
    '2027-02-06': 'Lunar New Year',
    '2027-02-07': 'Lunar New Year',
    '2027-02-08': 'Lunar New Year',
    '2027-02-09': 'Lunar New Year',
    '2027-02-10': 'Lunar New Year',
    '2027-03-01': 'Peace Memorial Day',
    '2027-04-05': 'Tomb Sweeping Day',
    '2027-04-06': "Children's Day",
    '2027-04-30': 'Labour Day',
    '2027-06-09': 'Dragon Boat Festival',
    '2027-09-15': 'Mid-Autumn Festival',
    '2027-09-28': "Teachers' Day",
    '2027-10-11': 'National Day',
    '2027-10-25': 'Retrocession Day',
    '2027-12-24': 'Constitution Day',
    '2027-12-31': "New Year's Day",
  },
  settlementOnly: {
    '2026-02-12': 'Before the Lunar New Year',
    '2026-02-13': 'Before the Lunar New Year',
    '2027-02-02': 'Before the Lunar New Year',
    '2027-02-03': 'Before the Lunar New Year',
  },
}

export const taiwaneseHolidays = holidayTable({
  published: PUBLISHED,
  firstYear: 2026,
  lastYear: 2027,
  lastConfirmedYear: 2026,
  byRule: taiwaneseHolidaysByRule,
})

/** The festivals of the lunar calendar: Lunar New Year, Dragon Boat, Mid-Autumn. There are none in a year beyond the table. */
const LUNAR: Readonly<Record<number, readonly [newYear: CalendarDate, dragonBoat: CalendarDate, midAutumn: CalendarDate]>> = {
  2021: ['2021-02-12', '2021-06-14', '2021-09-21'],
  2022: ['2022-02-01', '2022-06-03', '2022-09-10'],
  2023: ['2023-01-22', '2023-06-22', '2023-09-29'],
  2024: ['2024-02-10', '2024-06-10', '2024-09-17'],
  2025: ['2025-01-29', '2025-05-31', '2025-10-06'],
  2026: ['2026-02-17', '2026-06-19', '2026-09-25'],
  2027: ['2027-02-06', '2027-06-09', '2027-09-15'],
  2028: ['2028-01-26', '2028-05-28', '2028-10-03'],
  2029: ['2029-02-13', '2029-06-16', '2029-09-22'],
  2030: ['2030-02-03', '2030-06-05', '2030-09-12'],
  2031: ['2031-01-23', '2031-06-24', '2031-10-01'],
  2032: ['2032-02-11', '2032-06-12', '2032-09-19'],
  2033: ['2033-01-31', '2033-06-01', '2033-09-08'],
  2034: ['2034-02-19', '2034-06-20', '2034-09-27'],
  2035: ['2035-02-08', '2035-06-10', '2035-09-16'],
}

/** The law of 2025 added four holidays. */
const FIRST_YEAR_OF_THE_LAW = 2026

/** Holidays of a year by the holiday law. */
export function taiwaneseHolidaysByRule(year: number): ReadonlyMap<DayNumber, Holiday> {
  const [newYear, dragonBoat, midAutumn] = LUNAR[year] ?? []
  const days = new Map<DayNumber, Holiday>()
  const byLaw = year >= FIRST_YEAR_OF_THE_LAW
  if (newYear !== undefined) addLunarNewYear(days, daysOf(newYear), byLaw)
  const named: NamedDay[] = [
    [dayNumber(year, 1, 1), "New Year's Day"],
    [dayNumber(year + 1, 1, 1), "New Year's Day"],
    [dayNumber(year, 2, 28), 'Peace Memorial Day'],
    [tombSweepingDay(year), 'Tomb Sweeping Day'],
    [childrensDay(year), "Children's Day"],
    [dayNumber(year, 5, 1), 'Labour Day'],
    [dayNumber(year, 10, 10), 'National Day'],
  ]
  if (dragonBoat !== undefined) named.push([daysOf(dragonBoat), 'Dragon Boat Festival'])
  if (midAutumn !== undefined) named.push([daysOf(midAutumn), 'Mid-Autumn Festival'])
  if (byLaw) named.push([dayNumber(year, 9, 28), "Teachers' Day"])
  if (byLaw) named.push([dayNumber(year, 10, 25), 'Retrocession Day'])
  if (byLaw) named.push([dayNumber(year, 12, 25), 'Constitution Day'])
  for (const [day, name] of named) days.set(madeUp(day, days), { kind: 'closed', name })
  return days
}

/** From two days before the new year, one before the law of 2025, to its third day; weekend days are made up afterwards. */
function addLunarNewYear(days: Map<DayNumber, Holiday>, newYear: DayNumber, byLaw: boolean): void {
  const first = byLaw ? newYear - 2 : newYear - 1
  const last = newYear + 2
  let owed = 0
  for (let day = first; day <= last; day += 1) if (isWeekend(day)) owed += 1
  let day = first
  for (; day <= last || owed > 0; day += 1) {
    if (day > last && !isWeekend(day)) owed -= 1
    days.set(day, { kind: 'closed', name: 'Lunar New Year' })
  }
  const lastSettlement = workingDayBefore(first)
  for (const before of [lastSettlement, workingDayBefore(lastSettlement)])
    days.set(before, { kind: 'settlementOnly', name: 'Before the Lunar New Year' })
}

function workingDayBefore(day: DayNumber): DayNumber {
  let before = day - 1
  while (isWeekend(before)) before -= 1
  return before
}

/** A Saturday's holiday is kept on the Friday, a Sunday's on the Monday; if that day is a holiday already, on the one beyond it. */
function madeUp(day: DayNumber, taken: ReadonlyMap<DayNumber, Holiday>): DayNumber {
  const step = weekday(day) === SATURDAY ? -1 : 1
  let kept = day
  while (isWeekend(kept) || taken.has(kept)) kept += step
  return kept
}

/** The fifth of April, the fourth in leap years and the years after them, for as long as this table is going to be needed. */
const tombSweepingDay = (year: number): DayNumber => dayNumber(year, 4, year % 4 <= 1 ? 4 : 5)

/** The fourth of April; where that is Tomb Sweeping Day, the day before, and after a Thursday the Friday. */
function childrensDay(year: number): DayNumber {
  const day = dayNumber(year, 4, 4)
  if (tombSweepingDay(year) !== day) return day
  return weekday(day) === THURSDAY ? day + 1 : day - 1
}
