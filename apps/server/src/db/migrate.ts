import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { becomeOwner } from './app-role.ts'
import { StartRefused } from './start-refused.ts'

/** Any number will do as long as no other advisory lock of ours uses it: "rueda" in ASCII. */
const MIGRATION_LOCK = 0x7275656461
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/
/** A change of the schema waits this long for a busy table, then gives way rather than holding everybody up. */
const LOCK_TIMEOUT = '5s'

export const migrationFolder = join(import.meta.dirname, 'migrations')

export type Migration = Readonly<{ number: number; name: string; checksum: string; sql: string }>

const MAKE_TABLE =
  'CREATE TABLE IF NOT EXISTS schema_migrations (number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'

/**
 * Brings the schema up to this code: numbered files, applied in order, each in a transaction of its own. An applied file
 * must not change, and a schema with files this code does not know is left alone. Returns the names of the files it
 * applied.
 */
export async function migrate(pool: Pool, folder = migrationFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = await pool.connect()
  try {
    await becomeOwner(client)
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(MAKE_TABLE)
    return await applyMissing(client, migrations)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    // The pool goes on with connections that have the rights of the running server, not of the owner.
    client.release(true)
  }
}

/** Applies the migrations with numbers after one and up to another in the caller's transaction: all of them, or none. */
export async function applyInTransaction(client: ClientBase, after: number, through: number): Promise<void> {
  await client.query(MAKE_TABLE)
  for (const migration of readMigrations()) {
    if (migration.number <= after || migration.number > through) continue
    await applyWithin(client, migration)
    // What a migration leaves to the end of its own transaction is checked before the next one changes its tables.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED')
  }
}

async function applyMissing(client: PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'SELECT number, name, checksum FROM schema_migrations',
  )
  for (const applied of rows) checkApplied(applied, migrations)
  const done = new Set(rows.map((row) => row.number))
  const missing = migrations.filter((migration) => !done.has(migration.number))
  for (const migration of missing) await apply(client, migration)
  return missing.map((migration) => migration.name)
}

function checkApplied(applied: { number: number; name: string; checksum: string }, migrations: readonly Migration[]): void {
  const known = migrations.find((migration) => migration.number === applied.number)
  if (known === undefined)
    throw new StartRefused(`The database is newer than this server: it has ${applied.name}. Start the newer server, or restore a backup.`)
  if (known.checksum !== applied.checksum)
    throw new StartRefused(`The migration ${applied.name} has changed since it was applied. Put it back and add a new one.`)
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
    await applyWithin(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

async function applyWithin(client: ClientBase, { number, name, checksum, sql }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [number, name, checksum])
}

/** The migrations this code knows, in their order. */
export function readMigrations(folder = migrationFolder): Migration[] {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .toSorted()
    : []
  const migrations = names.map((name) => readMigration(folder, name))
  const twice = migrations.find((migration, index) => migrations[index - 1]?.number === migration.number)
  if (twice !== undefined) throw new Error(`two migrations carry the number of ${twice.name}`)
  return migrations
}

function readMigration(folder: string, name: string): Migration {
  const number = FILE_NAME.exec(name)?.[1]
  if (number === undefined) throw new Error(`a migration is called NNNN_what_it_does.sql, not ${name}`)
  const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
  return { number: Number(number), name, checksum: createHash('sha256').update(sql).digest('hex'), sql }
}
