import { CATALOGUE_SEED } from '@rueda/exchange/catalogue/companies.ts'
import { mur } from '@rueda/exchange/random/murmur.ts'
import { catalogueTag } from '@rueda/exchange/random/tags.ts'
import { addDays, dayNumber } from '@rueda/rules/calendar-date.ts'
import { CADENCE_DAYS, ipoDates } from '@rueda/rules/subscriptions/offering.ts'
import { type CalendarDate, HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import { closingOn, drawingOn, openingOn } from './window.ts'

/** The public schedule of new shares (`docs/rules/ipo.md` N): company after company, about ten days apart, whatever the installation. */
const FIRST_OPENING: CalendarDate = '2021-01-04'
/** Up to so many days later than every tenth. */
const JITTER_DAYS = 3
/** A week without trading lies within them. */
export const DAYS_TO_THE_LISTING = 35

/** Shares are delivered so long before they first trade. */
export const DELIVERED_BEFORE_MS = HOUR_MS

/** The first date on which the window of a company can open. */
const openingOf = (number: number): CalendarDate =>
  addDays(FIRST_OPENING, CADENCE_DAYS * number + (mur(CATALOGUE_SEED, number, catalogueTag.newCompany, OPENING_DRAW) % JITTER_DAYS))
const OPENING_DRAW = 1_000

/** The companies whose window may be open or about to be on a date; none before the first. */
export function numbersAround(date: CalendarDate): readonly Readonly<{ number: number; from: CalendarDate }>[] {
  const latest = Math.floor((dayNumber(date) - dayNumber(FIRST_OPENING)) / CADENCE_DAYS)
  return [-3, -2, -1, 0, 1]
    .map((offset) => latest + offset)
    .filter((number) => number >= 0)
    .map((number) => ({ number, from: openingOf(number) }))
}

export type IpoTimes = Readonly<{ opensAt: Instant; closesAt: Instant; drawsAt: Instant; listsOn: CalendarDate }>

/** Null where the market knows too few of its days. */
export function timesOf(tradingDays: readonly CalendarDate[]): IpoTimes | null {
  const dates = ipoDates(tradingDays)
  if (dates === null) return null
  const { opens, closes, draws, lists } = dates
  return { opensAt: openingOn(opens), closesAt: closingOn(closes), drawsAt: drawingOn(draws), listsOn: lists }
}
