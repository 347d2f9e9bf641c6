import { type DayNumber, dayNumber, isWeekend } from '../calendars/civil.ts'
import { CATALOGUE_SEED } from '../catalogue/companies.ts'
import { mur } from '../random/murmur.ts'
import { catalogueTag } from '../random/tags.ts'

const QUARTERS_PER_YEAR = 4
const MONTHS_PER_QUARTER = 3
const FIRST_DAY = 8
const DAYS = 45
const SHIFTS = 5

/**
 * A company reports once a quarter, before the session of a weekday in the quarter's first two months. It keeps its
 * place in the quarter, a few days more or less; the dates are public and settled long before.
 */
export function earningsDay(companyIndex: number, quarter: number): DayNumber {
  const year = Math.floor(quarter / QUARTERS_PER_YEAR)
  const place = mur(CATALOGUE_SEED, companyIndex, catalogueTag.earningsDate) % DAYS
  const shift = mur(CATALOGUE_SEED, companyIndex, catalogueTag.earningsDate, quarter) % SHIFTS
  let day = dayNumber(year, (quarter % QUARTERS_PER_YEAR) * MONTHS_PER_QUARTER + 1, 1) + FIRST_DAY + place + shift
  while (isWeekend(day)) day += 1
  return day
}
