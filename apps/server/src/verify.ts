import { performance } from 'node:perf_hooks'
import type { Settings } from './config.ts'
import { command, withDatabase } from './command.ts'
import type { Database } from './db/open.ts'
import { StartRefused } from './db/start-refused.ts'
import { storeOf } from './storage/open-store.ts'
import { readKeyring } from './vault/keyring.ts'
import { createVault } from './vault/vault.ts'
import { linesOf } from './features/integrity/verify/lines.ts'
import { verifyBooks } from './features/integrity/verify/verify.ts'

/**
 * `npm run verify`: replays the ledger of a running or stopped server from its first entry on and prints every fault. With
 * `-- --new-anchors` files of anchors that are lost for good are begun anew, where nothing else is found.
 */
await command((settings) => withDatabase(settings, (pool) => verify(pool, settings)))

async function verify(pool: Database['pool'], settings: Settings): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = settings
  const { rows } = await pool.query<{ found: boolean }>("select to_regclass('entries') is not null as found")
  if (rows[0]?.found !== true)
    throw new StartRefused(
      `There are no books in ${DATABASE_URL === undefined ? DATA_DIR : 'that database'} yet. Start the server once, or name its DATA_DIR.`,
    )
  const keyring = readKeyring(DATA_DIR)
  const verification = await verifyBooks(pool, { dataFolder: DATA_DIR, files: storeOf(settings) }, () => performance.now(), {
    vault: keyring === null ? null : createVault(keyring),
  })
  for (const line of linesOf(verification)) console.log(line)
  const { checks, clean } = verification
  const isOnlyAnchors = checks.every(({ id, offending }) => offending.length === 0 || id === 'ANCHORS')
  if (!clean && isOnlyAnchors && process.argv.includes('--new-anchors')) {
    await pool.query('delete from anchor_files')
    console.log('The anchors begin anew with the next minute of the server: nothing before it is remembered outside the database.')
  }
  process.exitCode = clean ? 0 : 1
}
