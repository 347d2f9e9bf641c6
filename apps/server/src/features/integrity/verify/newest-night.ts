import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Snapshots } from './snapshots.ts'

/** The newest night of liabilities that has an account in it; null before the first. An honest one has every account with entries. */
export async function newestNight(snapshots: Snapshots): Promise<CalendarDate | null> {
  const { rows } = await snapshots.query<{ newest: CalendarDate | null }>(NEWEST)
  return rows[0]?.newest ?? null
}

const NEWEST = `
  select max(date) as newest from liability_nights n
  where isfinite(date) and exists (select from liability_accounts a where a.date = n.date)`
