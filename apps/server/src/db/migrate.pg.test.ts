import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'
import type { Database } from './open.ts'

let database: Database
let pool: Pool
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  // Rueda's own migrations are in the copy already; these tests bring theirs.
  await database.pool.query('SET LOCAL ROLE NONE; DROP TABLE schema_migrations')
  pool = database.pool
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  write('0001_accounts.sql', 'CREATE TABLE example_accounts (id bigint PRIMARY KEY);')
})
afterEach(async () => {
  await database.stop()
  rmSync(folder, { recursive: true })
})

const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql)
const tableExists = async (name: string): Promise<boolean> =>
  (await pool.query('SELECT to_regclass($1) IS NOT NULL AS found', [name])).rows[0].found

test('files are applied once, in the order of their numbers', async () => {
  write('0002_names.sql', 'ALTER TABLE example_accounts ADD COLUMN name text; INSERT INTO example_accounts VALUES (1);')
  expect(await migrate(pool, folder)).toEqual(['0001_accounts.sql', '0002_names.sql'])
  expect(await migrate(pool, folder)).toEqual([])
  write('0003_more.sql', 'INSERT INTO example_accounts VALUES (2);')
  expect(await migrate(pool, folder)).toEqual(['0003_more.sql'])
})

test('servers that start together apply each file once', async () => {
  const applied = await Promise.all([migrate(pool, folder), migrate(pool, folder), migrate(pool, folder)])
  expect(applied.flat()).toEqual(['0001_accounts.sql'])
})

test('a file that fails leaves nothing of itself and keeps those before it', async () => {
  write('0002_broken.sql', 'CREATE TABLE half_done (id bigint); SELECT no_such_function();')
  await expect(migrate(pool, folder)).rejects.toThrow('migration 0002_broken.sql failed: function no_such_function() does not exist')
  expect(await tableExists('example_accounts')).toBe(true)
  expect(await tableExists('half_done')).toBe(false)
})

test('a schema newer than the code is refused', async () => {
  write('0002_later.sql', 'SELECT 1;')
  await migrate(pool, folder)
  rmSync(join(folder, '0002_later.sql'))
  await expect(migrate(pool, folder)).rejects.toThrow('The database is newer than this server: it has 0002_later.sql.')
})

test('an applied file that was changed is refused; other line ends are no change', async () => {
  write('0002_two_lines.sql', 'SELECT 1;\nSELECT 2;\n')
  await migrate(pool, folder)
  write('0002_two_lines.sql', 'SELECT 1;\r\nSELECT 2;\r\n')
  expect(await migrate(pool, folder)).toEqual([])
  write('0001_accounts.sql', 'CREATE TABLE example_accounts (id text PRIMARY KEY);')
  await expect(migrate(pool, folder)).rejects.toThrow('The migration 0001_accounts.sql has changed since it was applied.')
})

test.each([
  [['1_short.sql'], 'a migration is called NNNN_what_it_does.sql, not 1_short.sql'],
  [['0002_a.sql', '0002_b.sql'], 'two migrations carry the number of 0002_b.sql'],
])('%j are refused', async (names, sentence) => {
  for (const name of names) write(name, 'SELECT 1;')
  await expect(migrate(pool, folder)).rejects.toThrow(sentence)
})
