import type { Client } from 'pg'
import type { Manifest } from './manifest.ts'

/** The tables of the database as it is seen at this moment, each with all of its partitions, and with the columns that hold something of their own. */
export async function readTables(client: Client): Promise<readonly Readonly<{ name: string; columns: readonly string[] }>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES)
  return rows
}

const TABLES = `
  select t.relname as name, array_agg(c.attname::text order by c.attnum) as columns
  from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
  where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
  group by t.relname order by t.relname`

export async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    'select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() order by 1',
  )
  return rows
}

export async function readApplied(client: Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select number, name, checksum from schema_migrations order by number',
  )
  return rows
}

/** A list of columns in a statement. */
export const listed = (client: Client, columns: readonly string[]): string =>
  columns.map((name) => client.escapeIdentifier(name)).join(', ')
