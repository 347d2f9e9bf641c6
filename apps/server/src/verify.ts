import { performance } from 'node:perf_hooks'
import { readSettings } from './config.ts'
import { StartRefused } from './db/start-refused.ts'
import { visitDatabase } from './db/visit.ts'
import { verifyBooks } from './ledger/verify/verify.ts'

/** `npm run verify`: replays the ledger of a running or stopped server and says what does not hold. */
try {
  const settings = readSettings(process.env)
  const database = await visitDatabase({ dataFolder: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL ?? null })
  try {
    const { rows } = await database.pool.query<{ found: boolean }>("select to_regclass('entries') is not null as found")
    if (rows[0]?.found !== true)
      throw new StartRefused(
        `There are no books in ${settings.DATABASE_URL === undefined ? settings.DATA_DIR : 'that database'} yet. Start the server once, or name its DATA_DIR.`,
      )
    const { checks, entries, accounts, clean } = await verifyBooks(database.pool, settings.DATA_DIR, () => performance.now())
    for (const { id, says, offending, milliseconds } of checks) {
      const verdict = offending.length === 0 ? 'ok  ' : 'FAIL'
      console.log(`${verdict} ${id.padEnd(7)} ${says} (${Math.round(milliseconds)} ms)`)
      for (const row of offending)
        console.log(`       ${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}`)
    }
    console.log(`${entries} entries of ${accounts} accounts: ${clean ? 'every check holds' : 'the books are NOT in order'}`)
    process.exitCode = clean ? 0 : 1
  } finally {
    await database.stop()
  }
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
