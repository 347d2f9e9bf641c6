import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Snapshots } from './snapshots.ts'

/** The trading days that any fund or agency was struck on: days are made up for, so that all of them are struck on each between their own. */
export async function datesStruck(snapshots: Snapshots): Promise<readonly CalendarDate[]> {
  const { rows } = await snapshots.query<{ date: CalendarDate }>(
    'select date from fund_strikes union select date from agency_strikes order by date',
  )
  return rows.map(({ date }) => date)
}

export function missingBetween(struck: readonly CalendarDate[], before: CalendarDate | null, date: CalendarDate): readonly string[] {
  if (before === null) return []
  const [from, to] = [struck.indexOf(before), struck.indexOf(date)]
  return struck.slice(from + 1, to).map((missing) => `there is no strike of ${missing} before it`)
}
