import type { ClientBase } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { readPart } from './read-part.ts'
import type { Reading } from './read-part.ts'
import { type ArchivedTable, type Rows, archivedTables } from './part.ts'
import type { PlacedPart } from './store.ts'

/**
 * Lets a connection read as if what has left still lay in the tables: temporary views of the tables with temporary tables beside them, into which the
 * archived rows of some accounts are loaded. What is kept in place of the rows is hidden for these accounts. Every statement stays as it is.
 */
const INDEXES: readonly string[] = [
  'archived_rows_entries (account_id, sequence)',
  'archived_rows_entries (account_id, cause_id)',
  'archived_rows_fills (account_id, order_id)',
  'archived_rows_order_events (account_id, order_id)',
]
const KEPT_INSTEAD = ['archived_accounts', 'archived_holdings', 'archived_lines'] as const

/** The views over the tables: their definitions name the tables alone, and over the shadows they are the same. */
const VIEWS = `
  select quote_ident(schemaname) as schema, viewname as name, definition from pg_views
  where schemaname = current_schema() and viewname in ('postings', 'share_fills')`
type View = Readonly<{ schema: string; name: string; definition: string }>

const rowsOf = (table: ArchivedTable): string => `archived_rows_${table}`

/** The schema that the shadowed tables lie in. */
export async function shadow(client: ClientBase): Promise<string> {
  const { rows: views } = await client.query<View>(VIEWS)
  const schema = views[0]?.schema ?? 'public'
  for (const table of archivedTables) await client.query(`create temporary table ${rowsOf(table)} (like ${schema}.${table})`)
  for (const index of INDEXES) await client.query(`create index on ${index}`)
  await client.query('create temporary table archived_loaded (account_id bigint primary key)')
  for (const table of archivedTables)
    await client.query(`create temporary view ${table} as select * from ${schema}.${table} union all select * from ${rowsOf(table)}`)
  for (const { name, definition } of views) await client.query(`create temporary view ${name} as ${definition}`)
  for (const table of KEPT_INSTEAD)
    await client.query(
      `create temporary view ${table} as select * from ${schema}.${table} kept
       where not exists (select from archived_loaded l where l.account_id = kept.account_id)`,
    )
  return schema
}

export async function unload(client: ClientBase): Promise<void> {
  for (const table of archivedTables) await client.query(`delete from ${rowsOf(table)}`)
  await client.query('delete from archived_loaded')
}

/** Loads the parts of an account; throws where one of them cannot be read. What stayed in the tables is not there twice. */
export async function load(client: ClientBase, schema: string, reading: Reading, parts: readonly PlacedPart[]): Promise<void> {
  for (const part of parts) {
    const { rows } = await readPart(reading, part)
    for (const table of archivedTables) await insert(client, schema, table, rows)
  }
}

/** Says that everything that has left of an account is loaded. */
export const markLoaded = (client: ClientBase, accountIds: readonly string[]): Promise<unknown> =>
  client.query('insert into archived_loaded select * from unnest($1::bigint[])', [accountIds])

export async function refreshLoaded(client: ClientBase): Promise<void> {
  for (const table of archivedTables) await client.query(`analyze ${rowsOf(table)}`)
}

const IS_SAME: Readonly<Record<ArchivedTable, string>> = {
  entries: 't.account_id = r.account_id and t.sequence = r.sequence',
  fills: 't.account_id = r.account_id and t.order_id = r.order_id and t.sequence = r.sequence',
  order_events: 't.account_id = r.account_id and t.order_id = r.order_id and t.id = r.id',
}

async function insert(client: ClientBase, schema: string, table: ArchivedTable, rows: Rows): Promise<void> {
  if (rows[table].length === 0) return
  await client.query(
    `insert into ${rowsOf(table)} select r.* from json_populate_recordset(null::${rowsOf(table)}, $1::json) r
     where not exists (select from ${schema}.${table} t where ${IS_SAME[table]} and t.at = r.at)`,
    [`[${rows[table].join(',')}]`],
  )
}

/** As much of a client as statements need, where a reader is asked for. */
export const asReader = (client: ClientBase): Reader => client as unknown as Reader
