import { parseArgs } from 'node:util'
import { command, withDatabase } from './command.ts'
import { StartRefused } from './db/start-refused.ts'
import { machineRandom } from './ids.ts'
import { LEADER_LOCK } from './leadership/leadership.ts'
import { storeOf } from './storage/open-store.ts'
import { continueRestored } from './trust-log/log.ts'
import { beginSuccessor } from './trust-log/successor.ts'
import { openKeyring } from './vault/keyring.ts'
import { createVault } from './vault/vault.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'

/** `npm run new-log -- --reason <why>` ends the public log and begins its successor; `--continue` goes on with one that was brought back whole. */
const MAX_REASON = 200
const { values } = parseArgs({ options: { reason: { type: 'string' }, continue: { type: 'boolean', default: false } } })
await command(async (settings) => {
  const { DATA_DIR, DATABASE_URL } = settings
  const reason = values.reason?.trim() ?? ''
  if (values.continue === (reason !== ''))
    throw new StartRefused(
      'Say why the log before ended: npm run new-log -- --reason "<why>". Or go on with it: npm run new-log -- --continue',
    )
  if (reason.length > MAX_REASON) throw new StartRefused(`The reason may have at most ${MAX_REASON} characters; everybody reads it.`)
  if (values.continue) {
    continueRestored(DATA_DIR)
    console.log('  The public log goes on at the next start, if its files and the database are of one moment.')
    return
  }
  await withDatabase({ DATA_DIR, DATABASE_URL }, async (pool) => {
    const { rows } = await pool.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LEADER_LOCK])
    if (rows[0]?.free !== true) throw new StartRefused('A server runs on this data. Stop it first: it would go on with the log that ends.')
    const vault = createVault(await openKeyring(DATA_DIR, pool))
    const parts = { pool, vault, random: machineRandom, dataFolder: DATA_DIR, files: storeOf(settings) }
    const origin = await beginSuccessor(parts, { reason, now: MACHINE_CLOCK.now() })
    console.log(`  The public log ended. Its successor is ${origin}; it begins at the next start, and every customer is told.`)
  })
})
