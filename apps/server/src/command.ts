import { type Settings, readSettings } from './config.ts'
import type { Database } from './db/open.ts'
import { StartRefused } from './db/start-refused.ts'
import { StoreUnavailable } from './storage/store.ts'
import { attachDatabase } from './db/attach.ts'

/** Runs a command on the data that the settings name, of a running or a stopped server. A failure is printed as a sentence. */
export async function command(work: (settings: Settings) => Promise<void>): Promise<void> {
  try {
    await work(readSettings(process.env))
  } catch (error) {
    if (!(error instanceof StartRefused || error instanceof StoreUnavailable)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Closes the database, even when the work fails. */
export async function withDatabase(
  { DATA_DIR, DATABASE_URL }: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  work: (pool: Database['pool']) => Promise<void>,
): Promise<void> {
  const database = await attachDatabase({ dataFolder: DATA_DIR, databaseUrl: DATABASE_URL ?? null })
  try {
    await work(database.pool)
  } finally {
    await database.stop()
  }
}
