import { type CalendarDate, DAY_MS } from '@rueda/rules/time.ts'

/** Arithmetic of calendar dates without clocks or time zones: a date is also the number of days since 1970-01-01. */
export type DayNumber = number

export type CivilDate = Readonly<{ year: number; month: number; day: number }>

export const SATURDAY = 6
export const SUNDAY = 0
export const MONDAY = 1
export const TUESDAY = 2
export const WEDNESDAY = 3
export const THURSDAY = 4
export const FRIDAY = 5

const DAYS_PER_WEEK = 7
const FIRST_WEEKDAY = 4

/** Proleptic Gregorian, counted from the first of March so that leap days come last. */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

export function civilOf(days: DayNumber): CivilDate {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** 0 is Sunday. */
export const weekday = (days: DayNumber): number => (((days + FIRST_WEEKDAY) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK
export const isWeekend = (days: DayNumber): boolean => weekday(days) === SATURDAY || weekday(days) === SUNDAY

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The day of a date; text that is no date is a bug. */
export function daysOf(date: CalendarDate): DayNumber {
  if (!DATE.test(date)) throw new Error(`not a calendar date: ${date}`)
  return dayNumber(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)))
}

export function dateOfDays(days: DayNumber): CalendarDate {
  const { year, month, day } = civilOf(days)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

export const addDays = (date: CalendarDate, count: number): CalendarDate => dateOfDays(daysOf(date) + count)

/** The moment at which that day begins in UTC. */
export const utcMidnight = (days: DayNumber): number => days * DAY_MS

/** The n-th given weekday of a month: the second Sunday of March is nthWeekday(2026, 3, SUNDAY, 2). */
export function nthWeekday(year: number, month: number, day: number, nth: number): DayNumber {
  const first = dayNumber(year, month, 1)
  return first + ((day - weekday(first) + DAYS_PER_WEEK) % DAYS_PER_WEEK) + (nth - 1) * DAYS_PER_WEEK
}

export function lastWeekday(year: number, month: number, day: number): DayNumber {
  const last = (month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1)) - 1
  return last - ((weekday(last) - day + DAYS_PER_WEEK) % DAYS_PER_WEEK)
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
