import { parseArgs } from 'node:util'
import { command, withDatabase } from './command.ts'
import { StartRefused } from './db/start-refused.ts'
import { machineRandom } from './ids.ts'
import { LEADER_LOCK } from './leadership/leadership.ts'
import { keyPurposes } from './trust-log/log-keys.ts'
import { finishHandOver, handOver } from './trust-log/new-key.ts'
import { openKeyring } from './vault/keyring.ts'
import { createVault } from './vault/vault.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'

/** `npm run new-key -- --purpose checkpoints|receipts` gives the public log another key; `--finish` ends the one before. */
const { values } = parseArgs({ options: { purpose: { type: 'string' }, finish: { type: 'boolean', default: false } } })
await command(async ({ DATA_DIR, DATABASE_URL }) => {
  const purpose = keyPurposes.find((each) => each === values.purpose)
  if (purpose === undefined) throw new StartRefused(`Say which key: npm run new-key -- --purpose ${keyPurposes.join('|')}`)
  await withDatabase({ DATA_DIR, DATABASE_URL }, async (pool) => {
    const { rows } = await pool.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LEADER_LOCK])
    if (rows[0]?.free !== true)
      throw new StartRefused('A server runs on this data. Stop it first: it signs with the keys that it began with.')
    const parts = { pool, vault: createVault(await openKeyring(DATA_DIR, pool)), random: machineRandom }
    const asked = { purpose, now: MACHINE_CLOCK.now() }
    if (values.finish) {
      console.log(`  The key before has ended. What signs ${purpose} from the next start on is\n  ${await finishHandOver(parts, asked)}`)
      return
    }
    console.log(
      `  The new key of ${purpose} is\n  ${await handOver(parts, asked)}\n  The one before signs for it at the next start, and goes on signing. Give the new one to your witnesses; once each of` +
        ` them has it, stop the server and run npm run new-key -- --purpose ${purpose} --finish`,
    )
  })
})
