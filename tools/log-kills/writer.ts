import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { machineRandom } from '../../apps/server/src/ids.ts'
import { createTrustLog } from '../../apps/server/src/trust-log/log.ts'
import { openKeyring } from '../../apps/server/src/vault/keyring.ts'
import { createVault } from '../../apps/server/src/vault/vault.ts'
import { MACHINE_CLOCK } from '../../apps/server/src/venue/clock.ts'
import { openFolderStore } from '../../apps/server/src/storage/folder-store.ts'

/** Writes the public log as fast as it can until it is killed. Says "open" when it goes on, and every checkpoint that it gives out. */
const [connectionString = '', dataFolder = ''] = process.argv.slice(2)
const ACCOUNTS = 40
const MOVE = `
  insert into account_states (account_id, sequence, head) values ($1, 1, $2)
  on conflict (account_id) do update set sequence = account_states.sequence + 1, head = excluded.head`

const pool = new Pool({ connectionString })
const vault = createVault(await openKeyring(dataFolder, pool))
const log = createTrustLog({
  ...{ pool, vault, random: machineRandom, dataFolder, files: openFolderStore(dataFolder), publicUrl: null },
  ...{ wallClock: MACHINE_CLOCK, newId: () => 'kills', log: console },
})
await log.open()
process.stdout.write('open\n')
for (;;) {
  for (let moved = machineRandom.below(ACCOUNTS); moved >= 0; moved -= 1)
    await pool.query(MOVE, [1 + machineRandom.below(ACCOUNTS), randomBytes(32)])
  const signed = await log.checkpoint()
  if (signed !== null) process.stdout.write(`${JSON.stringify(signed.note)}\n`)
}
