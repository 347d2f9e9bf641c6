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

const DATE_LENGTH = 10
const ZERO = '0'.charCodeAt(0)
const DASH = '-'.charCodeAt(0)

/**
 * The day of a date; text that is no date is a bug. It is read digit by digit, because a chart reads thousands: a pattern and three numbers
 * were an eighth of what a chart of a future took.
 */
export function daysOf(date: CalendarDate): DayNumber {
  const isDate = date.length === DATE_LENGTH && date.charCodeAt(4) === DASH && date.charCodeAt(7) === DASH
  const year = numberIn(date, 0, 4)
  const month = numberIn(date, 5, 7)
  const day = numberIn(date, 8, DATE_LENGTH)
  if (!isDate || Number.isNaN(year + month + day)) throw new Error(`not a calendar date: ${date}`)
  return dayNumber(year, month, day)
}

/** The number that these digits write; NaN where one is none. */
function numberIn(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** Dates that were written once; those of a market's history and of its calendar, some thousands. */
const written = new Map<DayNumber, CalendarDate>()
/** In the year 2149. */
const LAST_KEPT_DAY = 65_535

export function dateOfDays(days: DayNumber): CalendarDate {
  const known = written.get(days)
  if (known !== undefined) return known
  const { year, month, day } = civilOf(days)
  const date = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
  if (days >= 0 && days <= LAST_KEPT_DAY) written.set(days, date)
  return date
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
