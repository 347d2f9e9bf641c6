import type { Reader } from '../../db/snapshot.ts'
import { ENTRY_COLUMNS, type EntryRecord } from '../ledger/entry-rows.ts'

type GapEntry = Readonly<{ from: number; until: number; reason: 'stopped' | 'crashed' }>
/** `index` is its place in the log that goes on; null for one that a log before said. */
export type LoggedGap = GapEntry & Readonly<{ index: number | null }>

/** The gaps that the log has said and that end after a moment, the newest first. */
export async function gapsSince(reader: Reader, since: number): Promise<readonly LoggedGap[]> {
  const { rows } = await reader.query<Readonly<{ entry: string; entry_index: bigint | null }>>(
    `select entry, case when log = (select max(log) from trust_logs) then entry_index end as entry_index from trust_entries
     where kind = 'gap' and (entry::jsonb ->> 'until')::bigint > $1 order by log desc, entry_index desc limit ${MAX_GAPS}`,
    [since],
  )
  return rows.map(({ entry, entry_index: index }) => ({ ...(JSON.parse(entry) as GapEntry), index: index === null ? null : Number(index) }))
}
const MAX_GAPS = 50_000

/** The first and the last start that the log has said; null before any. */
export async function startsOf(reader: Reader): Promise<Readonly<{ first: number; last: number }> | null> {
  const { rows } = await reader.query<Readonly<{ first: bigint | null; last: bigint | null }>>(
    "select min((entry::jsonb ->> 'at')::bigint) as first, max((entry::jsonb ->> 'at')::bigint) as last from trust_entries where kind = 'start'",
  )
  const [row] = rows
  return row?.first === null || row?.last === null || row === undefined ? null : { first: Number(row.first), last: Number(row.last) }
}

export const MAX_LISTED = 500

export type Newest = Readonly<{ sequence: number; head: string; at: number }>

/** The head of the account's chain; sequence 0 for a chain without entries. */
export async function newestHead(reader: Reader, accountId: string): Promise<Newest | null> {
  const { rows } = await reader.query<Readonly<{ sequence: bigint; head: string; last_at: bigint }>>(
    `select sequence, encode(head, 'hex') as head, last_at from account_states where account_id = $1`,
    [accountId],
  )
  return rows[0] === undefined ? null : { sequence: Number(rows[0].sequence), head: rows[0].head, at: Number(rows[0].last_at) }
}

const ENTRIES_AFTER = `select ${ENTRY_COLUMNS} from entries e where e.account_id = $1 and e.sequence > $2 order by e.sequence limit ${MAX_LISTED}`

export const entriesAfter = async (reader: Reader, accountId: string, after: number): Promise<readonly EntryRecord[]> =>
  (await reader.query<EntryRecord>({ name: 'entries-after', text: ENTRIES_AFTER, values: [accountId, after] })).rows
