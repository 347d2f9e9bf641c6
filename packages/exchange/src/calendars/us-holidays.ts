import {
  type DayNumber,
  MONDAY,
  SATURDAY,
  SUNDAY,
  THURSDAY,
  civilOf,
  dayNumber,
  isWeekend,
  lastWeekday,
  nthWeekday,
  weekday,
} from './civil.ts'

/**
 * The days on which the United States exchanges close or close early, and those on which banks alone are closed.
 * 2026 and 2027 are the exchanges' published tables; other years follow the rules behind them and are marked so.
 */
export type HolidayKind = 'closed' | 'half' | 'banksClosed'
export type Holiday = Readonly<{ kind: HolidayKind; name: string }>

const PUBLISHED: Readonly<Record<HolidayKind, Readonly<Record<string, string>>>> = {
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

const FIRST_PUBLISHED_YEAR = 2026
const LAST_PUBLISHED_YEAR = 2027
const KINDS: readonly HolidayKind[] = ['closed', 'half', 'banksClosed']
const publishedDays: ReadonlyMap<DayNumber, Holiday> = new Map(
  KINDS.flatMap((kind) => Object.entries(PUBLISHED[kind]).map(([date, name]) => [dayOf(date), { kind, name }] as const)),
)
const projectedYears = new Map<number, ReadonlyMap<DayNumber, Holiday>>()

export const isProjectedYear = (year: number): boolean => year < FIRST_PUBLISHED_YEAR || year > LAST_PUBLISHED_YEAR

export function holidayOn(day: DayNumber): Holiday | null {
  const { year } = civilOf(day)
  if (!isProjectedYear(year)) return publishedDays.get(day) ?? null
  const known = projectedYears.get(year) ?? holidaysByRule(year)
  projectedYears.set(year, known)
  return known.get(day) ?? null
}

/** What the rules say of a year; the published years serve as their proof. */
export function holidaysByRule(year: number): ReadonlyMap<DayNumber, Holiday> {
  const days = new Map<DayNumber, Holiday>()
  const independence = dayNumber(year, 7, 4)
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4)
  // A day before a holiday is short only when it is a trading day itself, so the closed days are written last.
  addHalfDays(days, [
    [thanksgiving + 1, 'Day after Thanksgiving'],
    [dayNumber(year, 12, 24), 'Christmas Eve'],
    ...(isWeekend(independence) ? [] : ([[independence - 1, 'Day before Independence Day']] as const)),
  ])
  const veterans = sundayToMonday(dayNumber(year, 11, 11))
  days.set(nthWeekday(year, 10, MONDAY, 2), { kind: 'banksClosed', name: 'Columbus Day' })
  if (!isWeekend(veterans)) days.set(veterans, { kind: 'banksClosed', name: 'Veterans Day' })
  for (const [day, name] of closedByRule(year, independence, thanksgiving)) if (!isWeekend(day)) days.set(day, { kind: 'closed', name })
  return days
}

function addHalfDays(days: Map<DayNumber, Holiday>, candidates: readonly (readonly [DayNumber, string])[]): void {
  for (const [day, name] of candidates) if (!isWeekend(day)) days.set(day, { kind: 'half', name })
}

function closedByRule(year: number, independence: DayNumber, thanksgiving: DayNumber): (readonly [DayNumber, string])[] {
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

const sundayToMonday = (day: DayNumber): DayNumber => (weekday(day) === SUNDAY ? day + 1 : day)
const nearestWeekday = (day: DayNumber): DayNumber => (weekday(day) === SATURDAY ? day - 1 : sundayToMonday(day))

/** The Gregorian computus in the form of Meeus, Jones and Butcher. */
function easterSunday(year: number): DayNumber {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const counted = epact + toSunday - 7 * shift + 114
  return dayNumber(year, Math.floor(counted / 31), (counted % 31) + 1)
}

function dayOf(date: string): DayNumber {
  const [year, month, day] = date.split('-').map(Number)
  return dayNumber(year ?? 0, month ?? 0, day ?? 0)
}
