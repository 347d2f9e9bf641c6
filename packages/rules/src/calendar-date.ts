import type { CalendarDate } from './time.ts'

/** Arithmetic on calendar dates without clocks or zones: days since 1970-01-01 and back. */
const DAYS_PER_ERA = 146_097
const YEARS_PER_ERA = 400
const DAYS_TO_1970 = 719_468

/** Days since 1970-01-01 of a date "YYYY-MM-DD", in the proleptic Gregorian calendar. */
export function dayNumber(date: CalendarDate): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / YEARS_PER_ERA)
  const yearOfEra = shifted - era * YEARS_PER_ERA
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_1970
}

export function dateOfDay(dayNumberSince1970: number): CalendarDate {
  const shifted = dayNumberSince1970 + DAYS_TO_1970
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * YEARS_PER_ERA + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export const addDays = (date: CalendarDate, days: number): CalendarDate => dateOfDay(dayNumber(date) + days)

/** The first day of the month after the one a date lies in. */
export function addMonth(date: CalendarDate): CalendarDate {
  const [year = 0, month = 0] = date.split('-').map(Number)
  const next = month === 12 ? [year + 1, 1] : [year, month + 1]
  return `${String(next[0]).padStart(4, '0')}-${String(next[1]).padStart(2, '0')}-01`
}
