import type { Client } from 'pg'
import { applyInTransaction } from '../db/migrate.ts'
import { makePartitions } from '../db/months.ts'
import { type CopyIn, copyIn } from './copy.ts'
import type { Manifest } from './manifest.ts'
import { listed, readTables } from './snapshot-tables.ts'

/** Fills the tables of a database that is being restored. */
export type Loading = Readonly<{
  /** Parts of a table come one after the other. */
  take: (table: string, content: AsyncIterable<Buffer>) => Promise<void>
}>

type Work = Readonly<{
  fill: (loading: Loading) => Promise<void>
  /** What still belongs to the same transaction: it throws where the database must stay empty. */
  finish: () => Promise<void>
}>

/**
 * Makes the schema that the backup was taken of, lets `fill` fill it, binds it together again and lets `finish` end: all in one transaction, so
 * that a database is restored whole or stays empty. While rows come in, in any order, foreign keys are away and the house's triggers are off,
 * because both would judge rows whose neighbours are not there yet. The keys are checked when they come back. This needs an owner and no
 * superuser.
 */
export async function loadDatabase(client: Client, manifest: Manifest, { fill, finish }: Work): Promise<void> {
  await client.query('begin')
  try {
    await applyInTransaction(client, 0, schemaOf(manifest))
    const tables = manifest.tables.map(({ name }) => client.escapeIdentifier(name))
    await expectTables(client, manifest)
    const foreignKeys = await takeForeignKeys(client)
    await makePartitions(client, manifest.partitions ?? [])
    const guarded = [...tables, ...(await readAllPartitions(client))]
    for (const table of guarded) await client.query(`alter table ${table} disable trigger user`)
    // Migrations begin some tables with rows; the backup has its own.
    await client.query(`truncate ${tables.join(', ')}`)
    await fillTables(client, manifest, fill)
    for (const table of guarded) await client.query(`alter table ${table} enable trigger user`)
    for (const statement of foreignKeys) await client.query(statement)
    for (const { name, last } of manifest.sequences)
      if (last !== null) await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), last])
    await finish()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  await client.query('analyze')
}

/** The number of the last migration that the backup's database had. */
export const schemaOf = ({ migrations }: Manifest): number => migrations.at(-1)?.number ?? 0

async function expectTables(client: Client, manifest: Manifest): Promise<void> {
  const shape = (tables: readonly Readonly<{ name: string; columns: readonly string[] }>[]): string =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.toSorted()]))
  if (shape(await readTables(client)) !== shape(manifest.tables))
    throw new Error('the tables of the backup are not those that its migrations make')
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`

/** Takes the foreign keys away and returns the statements that bring them back. */
async function takeForeignKeys(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

/** Partitions have triggers of their own beside those of their table. */
async function readAllPartitions(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = current_schema()::regnamespace and relispartition and relkind = 'r'`,
  )
  return rows.map(({ name }) => name)
}

async function fillTables(client: Client, manifest: Manifest, fill: (loading: Loading) => Promise<void>): Promise<void> {
  const columnsOf = new Map(manifest.tables.map(({ name, columns }) => [name, columns]))
  const taken = new Map<string, number>()
  let open: Readonly<{ table: string; copy: CopyIn }> | null = null
  const close = async (): Promise<void> => {
    if (open !== null) taken.set(open.table, await open.copy.end())
    open = null
  }
  const take: Loading['take'] = async (table, content) => {
    if (open?.table !== table) {
      await close()
      const columns = listed(client, columnsOf.get(table) ?? [])
      open = { table, copy: await copyIn(client, `copy ${client.escapeIdentifier(table)} (${columns}) from stdin`) }
    }
    for await (const piece of content) await open.copy.write(piece)
  }
  await fill({ take })
  await close()
  const short = manifest.tables.find(({ name, rows }) => (taken.get(name) ?? 0) !== rows)
  if (short !== undefined) throw new Error(`${short.name} took ${taken.get(short.name) ?? 0} of ${short.rows} rows`)
}
