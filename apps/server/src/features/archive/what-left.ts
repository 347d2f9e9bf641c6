import { addDays } from '@rueda/rules/calendar-date.ts'
import { type UtcMonth, monthAfter } from '@rueda/rules/months.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Queries } from '../../db/snapshot.ts'

/** SQL over what has left the tables, for those who ask about everything there ever was. */

/** True for an order whose rows have all left. */
export const hasLeft = (order: string): string => `exists (
  select from archived_holdings h where h.account_id = ${order}.account_id and h.instrument_id = ${order}.instrument_id and ${order}.accepted_at < h.until)`

/** True for a position whose executions have all left. */
export const positionHasLeft = (position: string): string => `exists (
  select from archived_holdings h where h.account_id = ${position}.account_id and h.instrument_id = ${position}.instrument_id and ${position}.closed_at < h.until)`

/** Lines of entries, and those that have left added up: for sums by account and asset over a customer's whole history, and no other question. */
export const POSTED = `(
  select account_id, sequence, at, account, asset, amount from postings
  union all select account_id, sequence, at, account, asset, amount from archived_lines)`

/** Hashes of entries, with those that the chains of accounts had where their entries left: the only ones that are asked for by their place. */
export const HASHES = `(
  select account_id, sequence, hash from entries
  union all select a.account_id, a.sequence, a.head from archived_accounts a
    where not exists (select from entries e where e.account_id = a.account_id and e.sequence = a.sequence))`

/** True for a place in a chain whose entry may have left. */
export const mayHaveLeft = (place: string): string =>
  `exists (select from archived_accounts a where a.account_id = ${place}.account_id and a.sequence >= ${place}.sequence)`

/** SQL that is true for a month whose rows have left. */
export const MONTH_HAS_LEFT = "status in ('left', 'shrunk')"

/** The newest month that has left, and so have those before it; null where none has. */
export async function newestLeft(reader: Queries): Promise<UtcMonth | null> {
  const { rows } = await reader.query<{ month: UtcMonth | null }>(`select max(month) as month from archive_months where ${MONTH_HAS_LEFT}`)
  return rows[0]?.month ?? null
}

/** A session may begin so long before its date (`executed-on.ts`). */
const MAX_DAYS_BEFORE = 15

/** The first trade date of which every execution lies in the tables, of every account. */
export async function firstWholeDate(reader: Queries): Promise<CalendarDate> {
  const month = await newestLeft(reader)
  return month === null ? '' : addDays(`${monthAfter(month)}-01`, MAX_DAYS_BEFORE)
}
