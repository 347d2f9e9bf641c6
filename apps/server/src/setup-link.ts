import { parseArgs } from 'node:util'
import { command, withDatabase } from './command.ts'
import { StartRefused } from './db/start-refused.ts'
import { renewSetupLink } from './features/staff/machine-link.ts'
import { createIds, machineRandom } from './ids.ts'
import { readKeyring } from './vault/keyring.ts'
import { createVault } from './vault/vault.ts'

/** `npm run setup-link -- <address>`: shows the set-up link of somebody who was invited, on a server that sends no mail. */
const { positionals } = parseArgs({ allowPositionals: true })
const [email] = positionals
await command(async (settings) => {
  if (email === undefined) throw new StartRefused('Name the address that was invited: npm run setup-link -- ana@example.org')
  const keyring = readKeyring(settings.DATA_DIR)
  if (keyring === null)
    throw new StartRefused(`There is no vault in ${settings.DATA_DIR} yet. Start the server once, or name its DATA_DIR.`)
  const machine = { now: () => Date.now() }
  const parts = { settings, ids: createIds(machine), random: machineRandom, vault: createVault(keyring) }
  await withDatabase(settings, async (pool) => {
    const url = await renewSetupLink({ ...parts, pool }, email.normalize('NFC').toLowerCase(), machine.now())
    console.log(`\nThis link sets up the account of ${email}, once and within a day; the one before opens nothing any more:\n${url}\n`)
  })
})
