import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { readSettings } from './config.ts'
import { StartRefused } from './db/start-refused.ts'
import { attachDatabase } from './db/attach.ts'
import { isSealed } from './features/staff/emergency-store.ts'
import { sealEmergency } from './features/staff/seal.ts'
import { createIds, machineRandom } from './ids.ts'

/** `npm run break-glass -- [--again]`: seals the emergency account and shows its two keys, once and one after the other. */
const { values } = parseArgs({ options: { again: { type: 'boolean', default: false } } })
const machine = { now: () => Date.now() }
try {
  const { DATA_DIR, DATABASE_URL } = readSettings(process.env)
  const { pool, stop } = await attachDatabase({ dataFolder: DATA_DIR, databaseUrl: DATABASE_URL ?? null })
  try {
    const { rows } = await pool.query<{ found: boolean }>("select to_regclass('emergency_seals') is not null as found")
    if (rows[0]?.found !== true)
      throw new StartRefused('There is no back office in that database yet. Start the server once, or name its DATA_DIR.')
    if (!values.again && (await isSealed(pool)))
      throw new StartRefused(
        'The emergency account is sealed already. `npm run break-glass -- --again` makes new keys; the ones before then open nothing.',
      )
    const keys = await sealEmergency({ pool, ids: createIds(machine), random: machineRandom, now: machine.now() })
    await handOver(keys)
  } finally {
    await stop()
  }
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Shows each of the two one key and not the other's, where there is a screen to wipe. */
async function handOver(keys: readonly string[]): Promise<void> {
  const terminal = process.stdin.isTTY && process.stdout.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null
  for (const [index, key] of keys.entries()) {
    await terminal?.question(`Key ${index + 1} of ${keys.length}: only the person who keeps it looks now. Press Enter. `)
    console.log(`\nKey ${index + 1} of ${keys.length}: ${key}\nWrite it down. It is shown this once.\n`)
    await terminal?.question('Press Enter when it is written down; the screen is wiped then. ')
    if (terminal !== null) process.stdout.write('\u001B[2J\u001B[3J\u001B[H')
  }
  terminal?.close()
  console.log('The emergency account is sealed. Both keys together open it once, for an hour, at /console/#/emergency.')
}
