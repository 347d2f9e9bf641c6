import { addDays } from '../../src/calendar-date.ts'
import { type CalendarDate, DAY_MS, HOUR_MS, type Instant } from '../../src/time.ts'

/**
 * The time of the simulation: a day is so many steps, and each market has the date of its own place. Rare days of a year are covered by
 * seeds that begin before them.
 */
const STEPS_PER_DAY = 60
const STEP_MS = DAY_MS / STEPS_PER_DAY

/** Dates at which runs begin, each before an event that must go well. */
const beginnings: readonly CalendarDate[] = [
  '2026-11-20',
  // Clocks go back in New York, and the year ends.
  '2026-10-30',
  '2026-12-30',
  // A fee of the United States begins.
  '2026-04-02',
  // Clocks go forward in New York.
  '2027-03-12',
  // A tax of Taiwan ends its lower rate.
  '2027-12-30',
  // The 29th of February.
  '2028-02-27',
]

const FIRST_HOUR = 15
/** Seeds one after the other begin at another date each. */
export function beginningOf(seed: number): Readonly<{ date: CalendarDate; at: Instant }> {
  const date = beginnings[seed % beginnings.length] ?? '2026-11-20'
  return { date, at: Date.parse(`${date}T00:00:00Z`) + FIRST_HOUR * HOUR_MS }
}

export const momentOf = (begun: Instant, number: number): Instant => begun + number * STEP_MS
/** The number of the first step of a step's day, whose price is the close before. */
export const dayBegan = (number: number): number => number - (number % STEPS_PER_DAY)

export type TradedMarket = 'US' | 'AR' | 'TW' | 'FUT' | 'FX'
const zones: Readonly<Record<TradedMarket, string>> = {
  US: 'America/New_York',
  AR: 'America/Argentina/Buenos_Aires',
  TW: 'Asia/Taipei',
  FUT: 'America/New_York',
  FX: 'America/New_York',
}
export const tradedMarkets = Object.keys(zones) as TradedMarket[]

const written = new Map(
  Object.values(zones).map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })]),
)
/** Clocks change in the small hours, so that for a date an offset holds for a quarter of a day. */
const OFFSET_HOLDS_MS = 6 * HOUR_MS
const offsets = new Map(Object.values(zones).map((zone) => [zone, new Map<number, number>()]))

/** The offset of a place's clocks from UTC, taken from the machine's own tables and not from the product's. */
function offsetAt(zone: string, now: Instant): number {
  const quarter = Math.floor(now / OFFSET_HOLDS_MS)
  const known = offsets.get(zone)?.get(quarter)
  if (known !== undefined) return known
  const began = quarter * OFFSET_HOLDS_MS
  const offset = Date.parse(`${written.get(zone)?.format(began).replace(' ', 'T')}Z`) - began
  offsets.get(zone)?.set(quarter, offset)
  return offset
}

const dates = new Map<number, CalendarDate>()

/** The date at a market's place. */
export function dateAt(market: TradedMarket, now: Instant): CalendarDate {
  const zone = zones[market]
  const day = Math.floor((now + offsetAt(zone, now)) / DAY_MS)
  const date = dates.get(day) ?? new Date(day * DAY_MS).toISOString().slice(0, '2026-11-20'.length)
  dates.set(day, date)
  return date
}

const SATURDAY = 6
/** Money settles from Monday to Friday. */
export function isSettlementDay(date: CalendarDate): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== SATURDAY
}

const settlements = new Map<string, CalendarDate>()

/** So many settlement days after a date; the next one where the date itself is none. */
export function settlementDate(date: CalendarDate, days: number): CalendarDate {
  const key = `${date} ${days}`
  const before = settlements.get(key)
  if (before !== undefined) return before
  let settles = date
  let left = days
  while (left > 0 || !isSettlementDay(settles)) {
    settles = addDays(settles, 1)
    if (isSettlementDay(settles)) left -= 1
  }
  settlements.set(key, settles)
  return settles
}
