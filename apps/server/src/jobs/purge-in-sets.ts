import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { monthlyTables, readPartitions } from '../db/months.ts'

/** A table's rows by age: `moment` is the column they are aged by, and `also` what must be true of a row `r` besides. */
export type Purged = Readonly<{ table: string; moment: string; also?: string }>
type Purging = Purged & Readonly<{ before: Instant }>

/** Rows of one transaction: a few milliseconds of work. */
const SET_ROWS = 2_000
/** Pages of one transaction, with some thousand rows at most. */
const SET_PAGES = 64

/** Deletes rows from before a moment in sets, the oldest first, as an index on the moment finds them. */
export async function purgeByIndex(pool: Pool, { table, moment, also = 'true', before }: Purging): Promise<void> {
  const isOld = `r.${moment} < $1 and ${also}`
  // Asked again of each row: one that was renewed while the delete waited for it stays.
  const text = `delete from ${table} r where ${isOld} and r.ctid = any (array(select r.ctid from ${table} r where ${isOld} order by r.${moment} limit ${SET_ROWS}))`
  for (let deleted = SET_ROWS; deleted === SET_ROWS;) deleted = (await pool.query(text, [before])).rowCount ?? 0
}

/** Deletes rows from before a moment page by page: each page is read once, however many rows go. */
export async function purgeByPages(pool: Pool, { table, moment, also = 'true', before }: Purging): Promise<void> {
  for (const { name, rows } of await partsOf(pool, { table, moment, before })) {
    const text = `delete from ${table} r where r.${moment} < $1 and ${also} and ${rows} and r.ctid >= $2::tid and r.ctid < $3::tid`
    const pages = await pagesOf(pool, name)
    for (let page = 0; page < pages; page += SET_PAGES) await pool.query(text, [before, `(${page},0)`, `(${page + SET_PAGES},0)`])
  }
}

/** A table, or one of its partitions, with SQL that is true for its rows alone: places are those within a partition. */
type Part = Readonly<{ name: string; rows: string }>

/** A table without months is one part; of one that lies in months, those that begin before the moment, and what waits for its month. */
async function partsOf(pool: Pool, { table, moment, before }: Purging): Promise<readonly Part[]> {
  if (!monthlyTables.some((each) => each.table === table)) return [{ name: table, rows: 'true' }]
  const months = (await readPartitions(pool)).filter((each) => each.table === table && (each.from === null || each.from < before))
  return [
    ...months.map(({ name, from, until }) => ({
      name,
      rows: `${from === null ? '' : `r.${moment} >= ${from} and `}r.${moment} < ${until}`,
    })),
    { name: `${table}_default`, rows: `r.tableoid = '${table}_default'::regclass` },
  ]
}

async function pagesOf(pool: Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ pages: bigint }>(
    "select pg_relation_size($1::regclass) / current_setting('block_size')::bigint as pages",
    [name],
  )
  return Number(rows[0]?.pages ?? 0n)
}
