import type { CalendarDate } from '@rueda/rules/time.ts'
import { type DayNumber, SATURDAY, SUNDAY, civilOf, daysOf, isWeekend, weekday } from './civil.ts'

/** Kinds of days that are not like the others: no trading, a short day, or only one of trading and settlement. */
export const holidayKinds = ['closed', 'half', 'banksClosed', 'settlementOnly'] as const
export type HolidayKind = (typeof holidayKinds)[number]
export type Holiday = Readonly<{ kind: HolidayKind; name: string }>
export type NamedDay = readonly [DayNumber, string]

export type PublishedHolidays = Readonly<Partial<Record<HolidayKind, Readonly<Record<CalendarDate, string>>>>>

export type HolidayTable = Readonly<{
  on(day: DayNumber): Holiday | null
  /** True where nobody has published that year yet, or the table does not reach it. */
  isProjected(year: number): boolean
}>

type Source = Readonly<{
  published: PublishedHolidays
  firstYear: number
  lastYear: number
  /** Years of the table that follow from the law alone, until the exchange publishes them. */
  lastConfirmedYear: number
  byRule: (year: number) => ReadonlyMap<DayNumber, Holiday>
}>

/** The published years as they were published; every other one by the rules behind them. */
export function holidayTable({ published, firstYear, lastYear, lastConfirmedYear, byRule }: Source): HolidayTable {
  const listed: ReadonlyMap<DayNumber, Holiday> = new Map(
    holidayKinds.flatMap((kind) => Object.entries(published[kind] ?? {}).map(([date, name]) => [daysOf(date), { kind, name }] as const)),
  )
  const ruled = new Map<number, ReadonlyMap<DayNumber, Holiday>>()
  const isListed = (year: number): boolean => year >= firstYear && year <= lastYear
  return {
    isProjected: (year) => !isListed(year) || year > lastConfirmedYear,
    on: (day) => {
      const { year } = civilOf(day)
      if (isListed(year)) return listed.get(day) ?? null
      const known = ruled.get(year) ?? byRule(year)
      ruled.set(year, known)
      return known.get(day) ?? null
    },
  }
}

/** Holidays of one kind that fall on a working day; a weekend one is only another day off. */
export function addHolidays(days: Map<DayNumber, Holiday>, kind: HolidayKind, named: readonly NamedDay[]): void {
  for (const [day, name] of named) if (!isWeekend(day)) days.set(day, { kind, name })
}

export const sundayToMonday = (day: DayNumber): DayNumber => (weekday(day) === SUNDAY ? day + 1 : day)
export const nearestWeekday = (day: DayNumber): DayNumber => (weekday(day) === SATURDAY ? day - 1 : sundayToMonday(day))
