import { discountOf } from '@rueda/rules/placing/placing.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { dateOfDays, dayNumber } from '../calendars/civil.ts'
import { mur } from '../random/murmur.ts'
import { catalogueTag } from '../random/tags.ts'
import { CATALOGUE_SEED, companies } from './companies.ts'
import type { Company } from './company.ts'

/**
 * The public schedule of placings (`docs/rules/placing.md` N): one a month, by the same generator in every installation. Which share, at what
 * discount and from when on is known to everybody; its price follows from the close before its window.
 */
export type PlacingPlan = Readonly<{
  /** Months since the first. */
  number: number
  /** In hundredths of a per cent. */
  discount: number
  /** Its window opens on the first trading day from here on. */
  from: CalendarDate
}>

const FIRST_YEAR = 2021
const MONTHS = 12
/** Windows begin in the first half of their month, so that they end in it. */
const LATEST_DAY = 14
const [DAY_DRAW, DISCOUNT_DRAW, COMPANY_DRAW] = [2, 1, 1_000] as const
const MAX_DRAWN = 1_000

const draw = (number: number, counter: number): number => mur(CATALOGUE_SEED, number, catalogueTag.placing, counter)

export const placingPlan = (number: number): PlacingPlan => ({
  number,
  discount: discountOf(draw(number, DISCOUNT_DRAW)),
  from: dateOfDays(dayNumber(FIRST_YEAR + Math.floor(number / MONTHS), (number % MONTHS) + 1, 1 + (draw(number, DAY_DRAW) % LATEST_DAY))),
})

/** The number of the month that a date is in; below zero before the first. */
export function placingNumberAt(date: CalendarDate): number {
  const [year, month] = date.split('-').map(Number)
  return ((year ?? 0) - FIRST_YEAR) * MONTHS + (month ?? 1) - 1
}

/** The company that a placing is of: the first drawn that this market lists. Null where it lists none of them. */
export function companyOfPlacing(number: number, isListed: (instrumentId: string) => boolean): Company | null {
  for (let drawn = 0; drawn < MAX_DRAWN; drawn += 1) {
    const company = companies[draw(number, COMPANY_DRAW + drawn) % companies.length]
    if (company !== undefined && isListed(company.instrument.id)) return company
  }
  return null
}
