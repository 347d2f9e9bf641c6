import { type ActionOf, type StatusOf, next } from '@rueda/rules/machine.ts'
import { archiveMachine } from '@rueda/rules/archive/archive.ts'
import { type UtcMonth, monthAfter, startOfMonth } from '@rueda/rules/months.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type ArchivedTable, type Rows, archivedTables } from './part.ts'
import { MONTH_HAS_LEFT } from './what-left.ts'

/** The archive in SQL: how far a month is, its files and parts, and the rows of the tables that a part is made of. */
export type ArchiveStatus = StatusOf<typeof archiveMachine>

/** A month that nothing is known of lies in the tables. */
export async function statusOf(reader: Reader, month: UtcMonth): Promise<ArchiveStatus> {
  const { rows } = await reader.query<{ status: ArchiveStatus }>('select status from archive_months where month = $1', [month])
  return rows[0]?.status ?? 'attached'
}

/** Begins to know of a month, so that whoever takes it a step on can hold it. */
const KNOW =
  "insert into archive_months (month, status, changed_at) values ($1, 'writing', $2) on conflict (month) do nothing returning status"
const HOLD = 'select status from archive_months where month = $1 for update'

/**
 * Takes a month one step on, in the transaction of the caller, and holds it until its end; throws where the table of steps does not allow it. A server
 * that wakes up long after it began cannot go back behind one that went on in its place.
 */
export async function step(reader: Reader, month: UtcMonth, action: ActionOf<typeof archiveMachine>, now: Instant): Promise<void> {
  const isNew = (await reader.query(KNOW, [month, now])).rowCount === 1
  const status = isNew ? 'attached' : await heldStatus(reader, month)
  const following = next(archiveMachine, status, action)
  if (following === null) throw new Error(`${month} is ${status}: ${action} is not allowed`)
  await reader.query(
    `insert into archive_months (month, status, changed_at) values ($1, $2, $3)
     on conflict (month) do update set status = excluded.status, changed_at = excluded.changed_at`,
    [month, following, now],
  )
}

/** The moment of the oldest entry; nothing happens to an account before its first. Null before there is any. */
export async function oldestMoment(reader: Reader): Promise<Instant | null> {
  const { rows } = await reader.query<{ at: bigint | null }>('select min(at) as at from entries')
  return rows[0]?.at === null || rows[0] === undefined ? null : Number(rows[0].at)
}

/** The status of a month that nobody else takes a step on before the end of the caller's transaction. */
export async function heldStatus(reader: Reader, month: UtcMonth): Promise<ArchiveStatus> {
  const { rows } = await reader.query<{ status: ArchiveStatus }>(HOLD, [month])
  return rows[0]?.status ?? 'attached'
}

export async function forgetFiles(reader: Reader, month: UtcMonth): Promise<void> {
  await reader.query('delete from archive_parts where month = $1', [month])
  await reader.query('delete from archive_files where month = $1', [month])
}

export type PartRow = Readonly<{
  account_id: bigint
  month: UtcMonth
  number: number
  place: bigint
  bytes: bigint
  sealed: Buffer
  entries: number
  fills: number
  order_events: number
  sequence: bigint | null
  head: Buffer | null
}>

export type FileRow = Readonly<{ month: UtcMonth; number: number; bytes: bigint; hash: Buffer }>

export async function keepFile(reader: Reader, file: FileRow, parts: readonly PartRow[]): Promise<void> {
  const status = await heldStatus(reader, file.month)
  if (status !== 'writing') throw new Error(`${file.month} is ${status}, and somebody else wrote it`)
  await reader.query('insert into archive_files (month, number, bytes, hash) values ($1, $2, $3, $4)', [
    file.month,
    file.number,
    file.bytes,
    file.hash,
  ])
  await reader.query(KEEP_PARTS, [
    file.month,
    file.number,
    ...(['account_id', 'place', 'bytes', 'sealed', 'entries', 'fills', 'order_events', 'sequence', 'head'] as const).map((column) =>
      parts.map((part) => part[column]),
    ),
  ])
}
const KEEP_PARTS = `
  insert into archive_parts (month, number, account_id, place, bytes, sealed, entries, fills, order_events, sequence, head)
  select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::int[], $8::int[], $9::int[], $10::bigint[], $11::bytea[])`

export const filesOf = async (reader: Reader, month: UtcMonth): Promise<readonly FileRow[]> =>
  (await reader.query<FileRow>('select * from archive_files where month = $1 order by number', [month])).rows

export const partsOfFile = async (reader: Reader, { month, number }: Pick<FileRow, 'month' | 'number'>): Promise<readonly PartRow[]> =>
  (await reader.query<PartRow>('select * from archive_parts where month = $1 and number = $2 order by place', [month, number])).rows

/** A part with the hash of its file, which is in its name; null where nothing is known of the file. */
export type PlacedPart = PartRow & Readonly<{ hash: Buffer | null }>

/** The parts of an account that lie between two months and have left, or some of whose rows may have. */
export const partsOf = async (reader: Reader, accountId: string, from: UtcMonth, through: UtcMonth): Promise<readonly PlacedPart[]> =>
  (
    await reader.query<PlacedPart>(
      `select p.*, f.hash from archive_parts p join archive_months m using (month) left join archive_files f on f.month = p.month and f.number = p.number
       where p.account_id = $1 and m.${MONTH_HAS_LEFT} and p.month between $2 and $3 order by p.month`,
      [accountId, from, through],
    )
  ).rows

export const boundsOf = (month: UtcMonth): readonly [from: Instant, until: Instant] => [
  startOfMonth(month),
  startOfMonth(monthAfter(month)),
]

/** The next accounts with rows in a month, after one of them. */
export async function accountsIn(reader: Reader, month: UtcMonth, after: bigint, most: number): Promise<readonly bigint[]> {
  const { rows } = await reader.query<{ id: bigint }>(ACCOUNTS, [...boundsOf(month), after, most])
  return rows.map(({ id }) => id)
}
const ACCOUNTS = `
  select account_id as id from (${archivedTables
    .map(
      (table) => `(select distinct account_id from ${table} where at >= $1 and at < $2 and account_id > $3 order by account_id limit $4)`,
    )
    .join(' union ')}) found order by 1 limit $4`

const ORDER: Readonly<Record<ArchivedTable, string>> = { entries: 'sequence', fills: 'order_id, sequence', order_events: 'id' }

/** Rows of an account in a month as the database writes them, in their order. */
export async function rowsOf(reader: Reader, accountId: string, month: UtcMonth): Promise<Rows> {
  const found: Record<ArchivedTable, readonly string[]> = { entries: [], fills: [], order_events: [] }
  for (const table of archivedTables) {
    const { rows } = await reader.query<{ row: string }>(
      `select row_to_json(t)::text as row from ${table} t where account_id = $3 and at >= $1 and at < $2 order by ${ORDER[table]}`,
      [...boundsOf(month), accountId],
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** The last entry of an account before a month, whether it lies in the tables or went. */
export async function headBefore(
  reader: Reader,
  accountId: string,
  month: UtcMonth,
): Promise<Readonly<{ sequence: number; hash: string }> | null> {
  const { rows } = await reader.query<{ sequence: bigint; hash: string }>(HEAD_BEFORE, [accountId, startOfMonth(month), month])
  return rows[0] === undefined ? null : { sequence: Number(rows[0].sequence), hash: rows[0].hash }
}
const HEAD_BEFORE = `
  select sequence, encode(hash, 'hex') as hash from (
    (select sequence, hash from entries where account_id = $1 and at < $2 order by sequence desc limit 1)
    union all
    (select sequence, head from archive_parts where account_id = $1 and month < $3 and sequence is not null order by month desc limit 1)
  ) found order by sequence desc limit 1`

/** How many rows a month has in each table. */
export async function countsOf(reader: Reader, month: UtcMonth): Promise<Readonly<Record<ArchivedTable, number>>> {
  const counts: Record<ArchivedTable, number> = { entries: 0, fills: 0, order_events: 0 }
  for (const table of archivedTables) {
    const { rows } = await reader.query<{ count: bigint }>(`select count(*) from ${table} where at >= $1 and at < $2`, [...boundsOf(month)])
    counts[table] = Number(rows[0]?.count ?? 0n)
  }
  return counts
}
