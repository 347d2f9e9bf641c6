import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { launchPostgres } from '../db/launcher.ts'
import { migrate } from '../db/migrate.ts'
import { makeMonths } from '../db/months.ts'
import { openPool } from '../db/open.ts'
import { grantStaffRole } from '../db/staff-role.ts'
import { findProcess } from '../db/processes.ts'

const PREFIX = 'rueda-test-'
const TEMPLATE = 'rueda_template'
/** Most tests play in these months; rows of the others go to the default partitions. */
const MONTHS_FROM = Date.UTC(2026, 10)

/** Address at which the tests of one run find their PostgreSQL. */
export type TestPostgres = Readonly<{ host: string; port: number; user: string; template: string }>

/** One PostgreSQL per test run, without fsync, with a migrated database that every test file gets a copy of. */
export async function startTestPostgres(): Promise<{ postgres: TestPostgres; stop(): Promise<void> }> {
  await clearKilledRuns()
  const dataFolder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // Root lends PostgreSQL another account, which has to pass through this folder to its own.
  chmodSync(dataFolder, 0o711)
  const running = await launchPostgres({ dataFolder, durability: 'none' })
  const stop = async () => {
    await running.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(running.connection)
    return { postgres: { ...running.connection, template: TEMPLATE }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeTemplate(connection: { host: string; port: number; user: string }): Promise<void> {
  const admin = new Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  await admin.end()
  const pool = openPool({ ...connection, database: TEMPLATE }, 1)
  try {
    await migrate(pool)
    await grantStaffRole(pool)
    await makeMonths(pool, MONTHS_FROM)
  } finally {
    await pool.end()
  }
}

/** A run that was killed leaves its PostgreSQL and its folder; the folder's name says whose it was. */
async function clearKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0])
    if (findProcess(owner) === null) await clearRun(join(tmpdir(), name))
  }
}

async function clearRun(dataFolder: string): Promise<void> {
  try {
    const running = await launchPostgres({ dataFolder, durability: 'none' })
    await running.stop()
  } catch {
    // Another run may be clearing the same folder, or it belongs to another account; it is not needed here.
  }
  rmSync(dataFolder, { recursive: true, force: true })
}
